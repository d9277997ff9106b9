// One connection of an attacker: writes bytes, counts responses, and reads them as fast as the attack wants.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Point } from '../point/point.js'
import { webSocketHeader } from '../point/wire.js'

export interface ConnectionOptions {
  readonly reading: Point['reading']
  /** Stays half-open when the service ends its side. */
  readonly keepsOpen: boolean
  /** Called with the status of each response, or with what happened to the connection. */
  readonly note: (outcome: string) => void
}

/** Number of responses that a connection has received, and functions on it. */
export interface Connection {
  readonly closed: boolean
  /** Bytes after the next response are messages of a WebSocket. */
  upgrade(): void
  /** Resolves when the bytes have been handed to the kernel, or the connection is closed. */
  write(bytes: Buffer): Promise<void>
  /** Waits for so many further responses or messages, or until the connection is closed. */
  responses(count: number): Promise<void>
  /** Waits until the service has closed the connection. */
  end(): Promise<void>
  destroy(): void
}

const STATUS = Buffer.from('HTTP/1.1 ')
const STATUS_LENGTH = STATUS.length + 3
const SLOW_MS = 250
const PING = 9
const PONG = 10
const CLOSE = 8

export function createConnection(socket: Socket, { reading, keepsOpen, note }: ConnectionOptions): Connection {
  let isWebSocket = false
  let rest: Buffer = Buffer.alloc(0)
  let due = 0
  let ended = false
  let wake: (() => void) | undefined
  const received = (outcome: string) => {
    note(outcome)
    due--
    if (due <= 0) wake?.()
  }
  const onEnd = (outcome: string) => {
    if (!ended) note(outcome)
    ended = true
    wake?.()
    if (!keepsOpen) socket.destroy()
  }
  socket.on('error', (error: NodeJS.ErrnoException) => onEnd(error.code ?? 'error'))
  socket.on('end', () => onEnd('closed'))
  socket.on('close', () => onEnd('closed'))
  if (reading !== 'never')
    socket.on('data', (bytes: Buffer) => {
      if (isWebSocket) readFrames(bytes)
      else {
        const arrived = Buffer.concat([rest, bytes])
        rest = arrived.subarray(-(STATUS_LENGTH - 1))
        for (const status of statusesIn(arrived)) received(status)
      }
      if (reading === 'reads') return
      socket.pause()
      setTimeout(() => socket.resume(), SLOW_MS)
    })

  /** Frames of the service are not masked; a frame that is divided between two reads is not understood, and not needed. */
  function readFrames(bytes: Buffer): void {
    for (let at = 0; at + 2 <= bytes.length; ) {
      const opcode = bytes[at]! & 0x0f
      const short = bytes[at + 1]! & 0x7f
      const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
      if (start > bytes.length) return
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
      const payload = bytes.subarray(start, start + length)
      if (opcode === PING) socket.write(Buffer.concat([webSocketHeader(0x80 | PONG, payload.length), payload]))
      else if (opcode === CLOSE) note(`closed ${payload.length >= 2 ? payload.readUInt16BE(0) : ''}`)
      else received(/"type":"(\w+)"/.exec(payload.toString())?.[1] ?? 'message')
      at = start + length
    }
  }

  const untilWoken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  return {
    get closed() {
      return ended || socket.destroyed
    },
    upgrade() {
      isWebSocket = true
    },
    async write(bytes) {
      if (!ended && !socket.destroyed) await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    },
    async responses(count) {
      due = Math.max(0, due) + count
      while (due > 0 && !ended) await untilWoken()
    },
    async end() {
      while (!ended) await untilWoken()
    },
    destroy: () => socket.destroy(),
  }
}

/** The statuses of responses. @param bytes what arrived, after the end of what arrived before, which may divide a status line */
function statusesIn(bytes: Buffer): string[] {
  const statuses: string[] = []
  for (
    let at = bytes.indexOf(STATUS);
    at >= 0 && at + STATUS_LENGTH <= bytes.length;
    at = bytes.indexOf(STATUS, at + STATUS.length)
  )
    statuses.push(bytes.toString('latin1', at + STATUS.length, at + STATUS.length + 3))
  return statuses
}

/** Resolves after a time, or when the connection is closed. */
export const pauseOn = (connection: Connection, ms: number): Promise<unknown> =>
  Promise.race([sleep(ms, undefined, { ref: false }), connection.end()])
