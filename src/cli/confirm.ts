import { createInterface } from 'node:readline'
import { UsageError } from './output.js'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks for confirmation on the terminal; Ctrl-C and Ctrl-D mean no. @throws UsageError when standard input is not a terminal */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (!input.isTTY) throw new UsageError('Not a terminal: pass --yes to skip the confirmation.')
  const prompt = createInterface({ input, output })
  return new Promise((resolve) => {
    prompt.once('close', () => resolve(false))
    prompt.question(`${question} [y/N] `, (answer) => {
      resolve(answer.trim().toLowerCase() === 'y')
      prompt.close()
    })
  })
}
