import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answered } from './steadily.js'

const SCRIPT = fileURLToPath(new URL('verifyingProcess.ts', import.meta.url))

/**
 * Verifies at a steady rate in a process of its own: whoever uploads a large file meanwhile would measure itself.
 * @throws Error when an answer was not 200
 */
export async function verifyMeanwhile(
  url: string,
  key: string,
  perSecond: number,
): Promise<{ end(): Promise<Answered> }> {
  const child = fork(SCRIPT, [url, key, String(perSecond)], { execArgv: ['--import', 'tsx'] })
  await messageOf(child)
  return {
    async end() {
      child.send('end')
      return (await messageOf(child)) as Answered
    },
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('whoever verifies meanwhile has ended')
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return message
}
