// HTTP as bytes on a socket, for requests that no client library sends.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One connection on which exactly the given bytes are written. */
export interface RawConnection {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /**
   * The next complete response; undefined if the connection ended before.
   * @param withoutBody true for the response to HEAD
   */
  answer(withoutBody?: boolean): Promise<RawAnswer | undefined>
  /** Resolves when no more can arrive. */
  readonly ended: Promise<void>
  destroy(): void
}

export async function openRaw(url: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...(localAddress && { localAddress }) })
  await once(socket, 'connect')
  let arrived: Buffer = Buffer.alloc(0)
  let over = false
  let wake: (() => void) | undefined
  socket.on('data', (bytes: Buffer) => {
    arrived = Buffer.concat([arrived, bytes])
    wake?.()
  })
  socket.on('error', () => socket.destroy())
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      wake?.()
      resolve()
    }
    socket.once('end', end).once('close', end)
  })

  async function answer(withoutBody = false): Promise<RawAnswer | undefined> {
    for (;;) {
      const found = parse(arrived, withoutBody)
      if (found) {
        arrived = arrived.subarray(found.length)
        return found.answer
      }
      if (over) return undefined
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return { socket, ended, answer, write: (bytes) => void socket.write(bytes), destroy: () => socket.destroy() }
}

/** Writes bytes on a new connection and returns the first response. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const connection = await openRaw(url)
  connection.write(bytes)
  const answer = await connection.answer()
  connection.destroy()
  return answer
}

/** The first response in the bytes, and its length; interim responses (1xx) are skipped. */
function parse(bytes: Buffer, withoutBody: boolean): { answer: RawAnswer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status < 200) {
    const next = parse(bytes.subarray(end + 4), withoutBody)
    return next && { ...next, length: next.length + end + 4 }
  }
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const length = end + 4 + (withoutBody ? 0 : Number(headers['content-length'] ?? 0))
  if (bytes.length < length) return undefined
  return { answer: { status, headers, text: bytes.subarray(end + 4, length).toString() }, length }
}
