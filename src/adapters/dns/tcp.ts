import { connect } from 'node:net'
import { createGate } from './gate.js'
import type { NameCase } from './nameCase.js'
import { encodeQuery, matchAnswer, type Question } from './query.js'
import { random16 } from './random.js'
import { createFrameReader, frame } from './tcpFrame.js'
import type { Asker, DnsServer, UdpContext } from './udpLine.js'

export interface TcpServer {
  /** Asks over a connection of its own; what it returns gives up and closes it. */
  ask(question: Question, asker: Asker): () => void
  close(): void
}

/** A zone may truncate every answer; its look-ups must not eat the process's file descriptors. */
const CONNECTIONS = 64

/** Asks one DNS server over TCP (RFC 7766), one connection a query: truncated answers are rare. */
export function createTcpServer({ server, nameCase }: Pick<UdpContext, 'server' | 'nameCase'>): TcpServer {
  const gate = createGate(CONNECTIONS)
  const open = new Set<(code: string) => void>()
  let closed = false

  return {
    ask(question, asker) {
      let wanted = true
      let stop: ((code: string) => void) | undefined
      gate.enter(() => {
        if (!wanted) return false
        if (closed) {
          process.nextTick(() => asker.failed('CLOSED'))
          return false
        }
        const started = exchange(server, question, nameCase, (result) => {
          open.delete(started)
          gate.leave()
          if (!wanted) return
          if (typeof result === 'string') asker.failed(result)
          else asker.answered(result)
        })
        stop = started
        open.add(started)
        return true
      })
      return () => {
        wanted = false
        stop?.('CANCELLED')
      }
    },
    close() {
      closed = true
      for (const stop of open) stop('CLOSED')
    },
  }
}

/**
 * One query and its answer. `over` is called once, with the message or the code of what went wrong: later, or
 * when the returned function ends the exchange with a code. Nobody off the path can answer here, so that a question in
 * another case counts, and so does an error without a question.
 */
function exchange(
  { address, port }: DnsServer,
  question: Question,
  nameCase: NameCase,
  over: (result: Buffer | string) => void,
): (code: string) => void {
  const query = encodeQuery(random16(), question, nameCase.isMixed())
  const socket = connect({ host: address, port })
  const reader = createFrameReader()
  let done = false
  const finish = (result: Buffer | string) => {
    if (done) return
    done = true
    socket.destroy()
    over(result)
  }
  socket.on('connect', () => socket.write(frame(query)))
  socket.on('data', (bytes) => {
    const message = reader(bytes)
    if (!message) return
    if (message === 'too_long') return finish('MALFORMED')
    const match = matchAnswer(message, query, question.name.length)
    if (match === 'case') nameCase.changed('tcp')
    finish(match === 'no_answer' ? 'MALFORMED' : message)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'NETWORK'))
  socket.on('close', () => finish('ECONNRESET'))
  return finish
}
