import { createInterface } from 'node:readline/promises'
import { UsageError } from './output.js'

/** Asks a person. @throws UsageError where there is nobody to ask */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('There is nobody to ask: say --yes to do it without asking.')
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await prompt.question(`${question} [y/N] `)).trim().toLowerCase() === 'y'
  } finally {
    prompt.close()
  }
}
