// DNS over TCP (RFC 7766), for responses that UDP truncates.
import { connect } from 'node:net'
import { sharedWork } from '../../../kernel/limits.js'
import { createCallbackSemaphore } from '../callbackSemaphore.js'
import { encodeQuery, matchAnswer, type Question } from '../message/query.js'
import type { CaseRandomization } from '../spoofing/caseRandomization.js'
import { random16 } from '../spoofing/random.js'
import { createFrameReader, frame } from './tcpFrame.js'
import type { DnsServer, QueryHandler, UdpContext } from './udpSocket.js'

export interface TcpTransport {
  /** Sends a query over a new connection. Returns a function that cancels it and closes the connection. */
  query(question: Question, handler: QueryHandler): () => void
  /** Queries in flight, and all later ones, fail with `CLOSED`. */
  close(): void
}

/** A zone may truncate every answer; its lookups must not use up the process's file descriptors. */
const MAX_CONNECTIONS = sharedWork.dnsSockets.tcpConnections

/** Queries one DNS server over TCP (RFC 7766), one connection per query: truncated answers are rare. */
export function createTcpTransport(context: Pick<UdpContext, 'server' | 'caseRandomization'>): TcpTransport {
  const { server, caseRandomization } = context
  const semaphore = createCallbackSemaphore(MAX_CONNECTIONS)
  const open = new Set<(code: string) => void>()
  let closed = false

  return {
    query(question, handler) {
      let cancelled = false
      let end: ((code: string) => void) | undefined
      semaphore.acquire(() => {
        if (cancelled) return false
        if (closed) {
          process.nextTick(() => handler.onError('CLOSED'))
          return false
        }
        const endExchange = exchange(server, question, caseRandomization, (result) => {
          open.delete(endExchange)
          semaphore.release()
          if (cancelled) return
          if (typeof result === 'string') handler.onError(result)
          else handler.onAnswer(result)
        })
        end = endExchange
        open.add(endExchange)
        return true
      })
      return () => {
        cancelled = true
        end?.('CANCELLED')
      }
    },
    close() {
      closed = true
      for (const end of open) end('CLOSED')
    },
  }
}

/**
 * Sends one query and receives its answer. An off-path attacker cannot answer here, so an answer that changes the case
 * of the question is accepted, and so is an error without a question.
 * @param onEnd called once with the message or an error code, after `exchange` has returned
 * @returns a function that ends the exchange with an error code
 */
function exchange(
  { address, port }: DnsServer,
  question: Question,
  caseRandomization: CaseRandomization,
  onEnd: (result: Buffer | string) => void,
): (code: string) => void {
  const query = encodeQuery(random16(), question, caseRandomization.isEnabled())
  const socket = connect({ host: address, port })
  const readFrame = createFrameReader()
  let ended = false
  const end = (result: Buffer | string) => {
    if (ended) return
    ended = true
    socket.destroy()
    onEnd(result)
  }
  socket.on('connect', () => socket.write(frame(query)))
  socket.on('data', (bytes) => {
    const message = readFrame(bytes)
    if (!message) return
    if (message === 'too_long') return end('MALFORMED')
    const match = matchAnswer(message, query, question.name.length)
    if (match === 'case') caseRandomization.recordChanged('tcp')
    end(match === 'no_answer' ? 'MALFORMED' : message)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'NETWORK'))
  socket.on('close', () => end('ECONNRESET'))
  return end
}
