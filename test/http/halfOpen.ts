import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface HalfOpen {
  readonly socket: Socket
  /** Everything received. */
  text(): string
  write(bytes: string): void
  /** Resolves when the other side sends no more. */
  readonly ended: Promise<void>
  /**
   * Milliseconds from now until the other side has released its socket: bytes sent to it are then answered by a reset.
   */
  untilReset(): Promise<number>
}

/** A client that never closes its side of a connection. */
export async function openHalfOpen(url: string, localAddress = '127.0.0.1'): Promise<HalfOpen> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress, allowHalfOpen: true })
  let text = ''
  let reset = false
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  socket.on('error', () => {
    reset = true
  })
  const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    ended,
    text: () => text,
    write: (bytes) => void socket.write(bytes),
    async untilReset() {
      const began = performance.now()
      while (!reset) {
        await sleep(50)
        if (!reset) socket.write('x')
      }
      return performance.now() - began
    },
  }
}
