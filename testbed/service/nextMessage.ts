import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * The next message of a child process with an IPC channel.
 * @param what the process, for the error
 * @throws Error if it exits first
 */
export async function nextMessage(child: ChildProcess, what = 'A child process'): Promise<unknown> {
  const received = new AbortController()
  const { signal } = received
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${what} exited early.`)
  })
  // The listener of the other outcome is removed.
  exited.catch(() => {})
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), exited])
    return message
  } finally {
    received.abort()
  }
}
