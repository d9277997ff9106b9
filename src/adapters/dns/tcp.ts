import { connect } from 'node:net'
import { LONGEST_PACKET } from './answer.js'
import { createGate } from './gate.js'
import { answers, encodeQuery, type Question } from './query.js'
import { random16 } from './random.js'
import type { Asker, DnsServer } from './udpLine.js'

export interface TcpServer {
  /** Asks over a connection of its own; what it returns gives up and closes it. */
  ask(question: Question, asker: Asker): () => void
  close(): void
}

/** A zone may truncate every answer; its look-ups must not eat the process's file descriptors. */
const CONNECTIONS = 64

/** Asks one DNS server over TCP (RFC 7766), one connection a query: truncated answers are rare. */
export function createTcpServer(server: DnsServer): TcpServer {
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
        const started = exchange(server, question, (result) => {
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
 * when the returned function ends the exchange with a code.
 */
function exchange(
  { address, port }: DnsServer,
  question: Question,
  over: (result: Buffer | string) => void,
): (code: string) => void {
  const query = encodeQuery(random16(), question)
  const length = Buffer.allocUnsafe(2)
  length.writeUInt16BE(query.length)

  const socket = connect({ host: address, port })
  let received: Buffer = Buffer.alloc(0)
  let done = false
  const finish = (result: Buffer | string) => {
    if (done) return
    done = true
    socket.destroy()
    over(result)
  }
  socket.on('connect', () => socket.write(Buffer.concat([length, query])))
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    if (received.length < 2) return
    const end = received.readUInt16BE(0) + 2
    if (end > LONGEST_PACKET) return finish('MALFORMED')
    if (received.length < end) return
    const message = received.subarray(2, end)
    finish(answers(message, query, question) ? message : 'MALFORMED')
  })
  socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'NETWORK'))
  socket.on('close', () => finish('ECONNRESET'))
  return finish
}
