import { once } from 'node:events'
import type { Socket } from 'node:net'
import { outcomeOf } from './tools.js'

/** @returns the status of the first response on a socket, or what happened instead */
export async function firstAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  try {
    const [bytes] = (await Promise.race([
      once(socket, 'data', { signal }),
      once(socket, 'close').then(() => [undefined]),
    ])) as [Buffer | undefined]
    return bytes?.toString('latin1').split(' ')[1] ?? 'closed'
  } catch (error) {
    return signal.aborted ? 'open at the end' : outcomeOf(error as NodeJS.ErrnoException)
  }
}

/** Resolves when the socket is closed or the attack has ended. */
export const untilClosed = (socket: Socket, signal: AbortSignal): Promise<unknown> =>
  socket.destroyed || signal.aborted
    ? Promise.resolve()
    : Promise.race([once(socket, 'close').catch(() => undefined), once(signal, 'abort')])
