// Commands to an SMTP server and its replies, over one connection, within limits of bytes and time.
import type { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createReplyParser, ProtocolError, type Reply, type ReplyParser } from './reply.js'

/** Why a conversation ended before its question was answered. */
export type Interruption = 'connection' | 'timeout' | 'protocol' | 'tls' | 'stopping'

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  constructor(
    readonly how: Interruption,
    message: string,
  ) {
    super(message)
  }
}

/** All that a server may send in one conversation, before and after STARTTLS. */
const MAX_BYTES = 65_536
const CRLF = '\r\n'
const CLOSING = 421

export interface Channel {
  /** Writes commands at once; more than one only if the server announces PIPELINING. @throws Interrupted */
  send(...commands: readonly string[]): void
  /** The next reply, within so many milliseconds from now. @throws Interrupted */
  receive(timeoutMs: number): Promise<Reply>
  /** Continues over TLS, without checking the certificate (RFC 7435). @throws Interrupted */
  secure(serverName: string | undefined, timeoutMs: number): Promise<void>
  /** Address of this end. */
  readonly localAddress: string | undefined
  /** Ends the connection at once. */
  destroy(): void
}

interface Waiting {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Interrupted) => void
  readonly timer: NodeJS.Timeout
}

export function createChannel(connected: Socket): Channel {
  let socket = connected
  let parser: ReplyParser = createReplyParser()
  let received = 0
  let replies: Reply[] = []
  let waiting: Waiting | undefined
  let failure: Interrupted | undefined

  /** Takes what the next reply is for. */
  function takeWaiting(): Waiting | undefined {
    const taken = waiting
    waiting = undefined
    clearTimeout(taken?.timer)
    return taken
  }

  /** Without effect on a channel that has failed. */
  function fail(how: Interruption, message: string): Interrupted {
    failure ??= new Interrupted(how, message)
    socket.destroy()
    takeWaiting()?.reject(failure)
    return failure
  }

  function read(bytes: Buffer): void {
    received += bytes.length
    if (received > MAX_BYTES) fail('protocol', 'the server sends too much')
    if (failure) return
    try {
      replies.push(...parser.push(bytes))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      fail('protocol', error.message)
      return
    }
    const next = waiting && replies.shift()
    if (next) takeWaiting()!.resolve(next)
  }

  /** A complete reply that arrived before the end is still read. */
  const ended = (): void => {
    if (replies.length === 0) fail('connection', 'the server closed the connection')
  }

  function listen(): void {
    socket.on('data', read)
    socket.on('end', ended)
    socket.on('close', ended)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      fail('connection', `the connection failed (${error.code ?? 'unknown'})`),
    )
  }
  listen()

  /** Nothing may arrive before a command but the announcement of a shutdown (RFC 5321 section 3.8). */
  function requireSilence(): void {
    if (failure) throw failure
    const isShutdown = replies.length === 1 && replies[0]!.code === CLOSING && !parser.isPartial
    if ((replies.length > 0 && !isShutdown) || parser.isPartial)
      throw fail('protocol', 'the server answers before it is asked')
  }

  return {
    send(...commands) {
      requireSilence()
      socket.write(commands.map((command) => command + CRLF).join(''))
    },

    receive(timeoutMs) {
      const next = replies.shift()
      if (next) return Promise.resolve(next)
      if (socket.destroyed || socket.readableEnded) ended()
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail('timeout', 'the server takes too long'), Math.max(1, timeoutMs))
        waiting = { resolve, reject, timer }
      })
    },

    async secure(serverName, timeoutMs) {
      // Bytes before the handshake are not protected, and would be taken for replies after it (CVE-2011-0411).
      if (replies.length > 0 || parser.isPartial) throw fail('protocol', 'the server answers before the TLS handshake')
      if (failure) throw failure
      // Its owner still hears of its end.
      socket.off('data', read).off('end', ended).off('close', ended)
      const plain = socket
      socket = await handshake(plain, serverName, timeoutMs)
      parser = createReplyParser()
      replies = []
      listen()
    },

    get localAddress() {
      return socket.localAddress
    },

    destroy() {
      fail('stopping', 'the conversation was ended')
    },
  }
}

const handshake = (plain: Socket, serverName: string | undefined, timeoutMs: number): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const tls = connectTls({
      socket: plain,
      ...(serverName !== undefined && { servername: serverName }),
      rejectUnauthorized: false,
    })
    const fail = (how: Interruption, message: string) => {
      clearTimeout(timer)
      plain.destroy()
      tls.destroy()
      reject(new Interrupted(how, message))
    }
    const timer = setTimeout(() => fail('timeout', 'the TLS handshake takes too long'), Math.max(1, timeoutMs))
    // Never removed: an error while no other listener is attached would crash the process.
    tls.on('error', (error: NodeJS.ErrnoException) =>
      fail('tls', `the TLS handshake failed (${error.code ?? error.message})`),
    )
    tls.once('close', () => fail('tls', 'the connection was closed during the TLS handshake'))
    tls.once('secureConnect', () => {
      clearTimeout(timer)
      tls.removeAllListeners('close')
      resolve(tls)
    })
  })
