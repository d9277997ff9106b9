import { createInterface } from 'node:readline/promises'
import { UsageError } from './output.js'

/** Asks for confirmation on the terminal. @throws UsageError when standard input is not a terminal */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Not a terminal: pass --yes to skip the confirmation.')
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await prompt.question(`${question} [y/N] `)).trim().toLowerCase() === 'y'
  } finally {
    prompt.close()
  }
}
