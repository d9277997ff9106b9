// A request whose body is counted, piece by piece, whoever reads it.
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../../kernel/failure.js'
import { siteOf } from '../clientNetwork.js'
import { endAndDestroy } from '../endAndDestroy.js'
import { type Lease, shareTaken } from './byteBudget.js'
import { PieceCount, type TakeSmallPiece } from './pieces.js'

/** A request as readers of bodies see it. Emits `refused` with the failure when its body is no longer read. */
export interface GuardedRequest extends IncomingMessage {
  /** Why the body is no longer read. */
  readonly refusal: Failure | undefined
  /** A share of the memory for bodies. @param account whose share it is; the client's site without one */
  lease(account: string | undefined): Lease
  /**
   * Reads no more of the connection: what arrives is discarded unparsed, and the socket is destroyed after the response.
   * Without a response, or once it was sent, it is destroyed immediately.
   */
  refuse(failure: Failure): void
}

interface Guards {
  lease(holder: string): Lease
  readonly takeSmallPiece: TakeSmallPiece
  /** Called when a client has sent too many pieces; may throw to stop the parser. */
  onExcess(request: IncomingMessage): void
}

/** Memory of a body whose request has not been shown to listeners. */
interface Waiting {
  readonly lease: Lease
  bytes: number
}

export interface GuardedRequests {
  /** The class of requests, for the server: each is a {@link GuardedRequest}. */
  readonly Request: typeof IncomingMessage
  /** Call it when a request with a body has arrived. */
  expectBody(request: IncomingMessage, response: ServerResponse): void
}

const tooManyPieces = (): Failure =>
  new Failure('VALIDATION_ERROR', 'The body arrives in too many pieces. Send it in chunks of at least 64 bytes.')

const busy = (): Failure =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many bodies arrive in small pieces. Send chunks of at least 64 bytes, or try again in a moment.',
  )

const noop = (): void => {}

export function createGuardedRequests({ lease, takeSmallPiece, onExcess }: Guards): GuardedRequests {
  class Request extends IncomingMessage implements GuardedRequest {
    refusal: Failure | undefined = undefined
    response: ServerResponse | undefined = undefined
    #site: string | undefined = undefined
    #pieces: PieceCount | undefined = undefined
    #isExcess = false
    #waiting: Waiting | undefined = undefined

    /** Node's parser adds each piece of the body with this method of streams. */
    override push(piece: Buffer | null): boolean {
      if (piece === null) return super.push(null)
      if (!this.#isExcess) this.#count(piece.length)
      if (!this.refusal && !this.response) this.#holdWaiting(piece.length)
      return this.refusal ? true : super.push(piece)
    }

    #count(bytes: number): void {
      this.#pieces ??= new PieceCount()
      const admission = this.#pieces.admits(bytes, () => takeSmallPiece(this.#clientSite()))
      if (admission === 'admitted') return
      this.#isExcess = true
      this.refuse(admission === 'busy' ? busy() : tooManyPieces())
      onExcess(this)
    }

    /** The body of a pipelined request that waits for its turn stays in memory. */
    #holdWaiting(bytes: number): void {
      if (!this.#waiting) {
        this.#waiting = { lease: this.lease(undefined), bytes: 0 }
        this.once('close', () => this.#waiting?.lease.resize(0))
      }
      this.#waiting.bytes += bytes
      if (!this.#waiting.lease.resize(this.#waiting.bytes)) this.refuse(shareTaken())
    }

    /** It is its turn. */
    start(response: ServerResponse): void {
      this.response = response
      this.#waiting?.lease.resize(0)
    }

    /** Express would parse X-Forwarded-For each time. */
    #clientSite(): string {
      this.#site ??= clientOf(this)
      return this.#site
    }

    lease(account: string | undefined): Lease {
      return lease(account === undefined ? `client:${this.#clientSite()}` : `account:${account}`)
    }

    refuse(failure: Failure): void {
      if (this.refusal) return
      this.refusal = failure
      const { socket, response } = this
      if (response && !response.headersSent) response.shouldKeepAlive = false
      // Not while the parser is at work.
      process.nextTick(() => {
        if (!response || response.headersSent || !response.socket) return void socket.destroy()
        discard(socket)
        // Node calls it after the last response of a connection, and would not wait for the client to read it.
        socket.destroySoon = () => endAndDestroy(socket)
      })
      this.emit('refused', failure)
    }
  }
  return {
    Request,
    expectBody(request, response) {
      const guarded = request as Request
      guarded.start(response)
      // Node discards, without `push`, the bodies of requests that nobody has read when the response is complete. Once it
      // takes one for read, it leaves what has arrived of it in memory.
      request.read(0)
      response.on('finish', () => {
        if (!request.readableEnded) request.resume()
      })
    },
  }
}

/** Takes the connection from the parser: adding a listener detaches it, and its own is removed before. */
const discard = (socket: Socket): void => void socket.removeAllListeners('data').on('data', noop).resume()

/** Express computes `ip` by the trusted proxies. */
const clientOf = (request: IncomingMessage & { readonly ip?: string }): string =>
  siteOf(request.ip ?? request.socket.remoteAddress ?? '')
