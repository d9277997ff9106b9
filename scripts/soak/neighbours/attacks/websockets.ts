import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Attack } from '../attack.js'

const CONNECTIONS = 5_300
const RECONNECT_MS = 2_000

export const websockets: Attack = {
  name: 'websockets',
  summary: 'no key: 5,300 WebSockets from one address, each with a subscription, reopened when closed',
  prepare: ({ url, source, note, uplink }) => ({
    concurrency: CONNECTIONS,
    async strike(signal) {
      await uplink.connection()
      const socket = new WebSocket(`${url.replace('http:', 'ws:')}/graphql`, 'graphql-transport-ws', {
        localAddress: source,
      })
      const refused = new Promise<string>((resolve) => {
        socket.on('unexpected-response', (request, { statusCode }) => {
          request.destroy()
          resolve(`refused ${statusCode}`)
        })
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
      })
      const opened = once(socket, 'open', { signal }).then(() => 'opened')
      const outcome = await Promise.race([opened, refused]).catch(() => 'open at the end')
      opened.catch(() => {})
      note(outcome)
      if (outcome === 'opened') {
        socket.send(JSON.stringify({ type: 'connection_init' }))
        socket.send(
          JSON.stringify({ type: 'subscribe', id: '1', payload: { query: 'subscription{poolActivity{type}}' } }),
        )
        const [code] = await once(socket, 'close', { signal }).catch(() => ['at the end'])
        note(`closed ${code}`)
      }
      socket.terminate()
      await sleep(RECONNECT_MS)
    },
  }),
}
