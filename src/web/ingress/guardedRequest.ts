// A request whose body is counted, piece by piece, whoever reads it.
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../../kernel/failure.js'
import { siteOf } from '../clientNetwork.js'
import { endAndDestroy } from '../endAndDestroy.js'
import type { Lease } from './byteBudget.js'
import { PieceCount } from './pieces.js'

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

export interface Guards {
  lease(holder: string): Lease
  takeSmallPiece(site: string): boolean
  /** Called when a body has too many pieces; may throw to stop the parser. */
  onExcess(request: IncomingMessage): void
}

export interface GuardedRequests {
  /** The class of requests, for the server: each is a {@link GuardedRequest}. */
  readonly Request: typeof IncomingMessage
  /** Call it when a request with a body has arrived. */
  expectBody(request: IncomingMessage, response: ServerResponse): void
}

const tooManyPieces = (): Failure =>
  new Failure('VALIDATION_ERROR', 'The body arrives in too many pieces. Send it in chunks of at least 64 bytes.')

const noop = (): void => {}

export function createGuardedRequests({ lease, takeSmallPiece, onExcess }: Guards): GuardedRequests {
  class Request extends IncomingMessage implements GuardedRequest {
    refusal: Failure | undefined = undefined
    response: ServerResponse | undefined = undefined
    #pieces: PieceCount | undefined = undefined

    /** Node's parser adds each piece of the body with this method of streams. */
    override push(piece: Buffer | null): boolean {
      if (piece === null) return super.push(null)
      if (!this.refusal) {
        this.#pieces ??= new PieceCount()
        if (this.#pieces.admits(piece.length, () => takeSmallPiece(clientOf(this)))) return super.push(piece)
        this.refuse(tooManyPieces())
        onExcess(this)
      }
      return true
    }

    lease(account: string | undefined): Lease {
      return lease(account === undefined ? `client:${clientOf(this)}` : `account:${account}`)
    }

    refuse(failure: Failure): void {
      if (this.refusal) return
      this.refusal = failure
      const { socket, response } = this
      // Not while the parser is at work.
      process.nextTick(() => {
        if (!response || response.headersSent || !response.socket) return void socket.destroy()
        discard(socket)
        response.once('finish', () => endAndDestroy(socket))
      })
      this.emit('refused', failure)
    }
  }
  return {
    Request,
    expectBody(request, response) {
      const guarded = request as Request
      guarded.response = response
      // Node discards, without `push`, the bodies of requests that nobody has read when the response is complete.
      request.read(0)
      response.on('finish', () => {
        if (!request.complete) request.resume()
      })
    },
  }
}

/** Takes the connection from the parser: adding a listener detaches it, and its own is removed before. */
const discard = (socket: Socket): void => void socket.removeAllListeners('data').on('data', noop).resume()

/** Express computes `ip` by the trusted proxies. */
const clientOf = (request: IncomingMessage & { readonly ip?: string }): string =>
  siteOf(request.ip ?? request.socket.remoteAddress ?? '')
