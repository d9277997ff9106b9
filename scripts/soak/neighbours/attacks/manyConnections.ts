import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.js'
import { firstAnswer, untilClosed } from '../attacker/sockets.js'

const CONNECTIONS = 6_000
const RECONNECT_MS = 1_000

export const manyConnections: Attack = {
  name: 'many-connections',
  summary: 'no key: 6,000 connections from one address, each idle after one request, reopened when closed',
  prepare: ({ open, host, note }) => ({
    concurrency: CONNECTIONS,
    async strike(signal) {
      const socket = await open()
      socket.on('error', () => {}).on('end', () => socket.destroy())
      socket.write(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      note(await firstAnswer(socket, signal))
      await untilClosed(socket, signal)
      await sleep(RECONNECT_MS)
    },
  }),
}
