// Bounds what arrives from outside before it is complete: memory, and pieces per byte.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createCounter, type Family } from '../../kernel/metrics.js'
import { hasBody } from '../hasBody.js'
import { type ByteBudget, createByteBudget } from './byteBudget.js'
import { createCarefulReading } from './carefulReading.js'
import { createGuardedRequests, type GuardedRequests } from './guardedRequest.js'
import { createPieceRates, type TakeSmallPiece } from './pieces.js'

/** What one process receives, over HTTP and WebSocket. */
export interface Ingress {
  readonly budget: ByteBudget
  readonly takeSmallPiece: TakeSmallPiece
  /** The class of requests, for the server. */
  readonly Request: GuardedRequests['Request']
  /** Call it before anything else listens for connections. */
  watch(server: Server): void
  readonly families: readonly Family[]
}

export function createIngress({ budget = createByteBudget(), takeSmallPiece = createPieceRates() } = {}): Ingress {
  const careful = createCarefulReading()
  const excess = createCounter({
    name: 'mailproof_ingress_excess_total',
    help: 'Requests refused because their bodies arrived in too many small pieces.',
  })
  // From the start, so that a rate is 0 and not unknown until something happens.
  const refused = excess.of()
  const { Request, expectBody } = createGuardedRequests({
    lease: budget.lease,
    takeSmallPiece,
    onExcess({ socket }) {
      refused.value++
      careful.suspect(socket.remoteAddress ?? '')
      careful.stopParsing()
    },
  })
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (hasBody(request)) expectBody(request, response)
  }
  return {
    budget,
    takeSmallPiece,
    Request,
    watch(server) {
      careful.watch(server)
      server.prependListener('request', onRequest).prependListener('checkExpectation', onRequest)
    },
    families: [
      {
        name: 'mailproof_ingress_bytes',
        help: 'Memory held by bodies and WebSocket messages that have not arrived completely.',
        type: 'gauge',
        labels: [],
        samples: () => [{ labels: {}, value: budget.held() }],
      },
      excess,
    ],
  }
}
