// A server of Postfix's policy protocol (SMTPD_POLICY_README) that greylists.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** @param seconds after which a recipient that was asked for may be asked for again */
export async function startGreylist(seconds: number): Promise<{ readonly port: number; close(): Promise<void> }> {
  const seen = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let text = ''
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      text += bytes.toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const recipient = /^recipient=(.*)$/m.exec(text.slice(0, end))?.[1] ?? ''
        text = text.slice(end + 2)
        const since = seen.get(recipient) ?? Date.now()
        seen.set(recipient, since)
        const isGrey = Date.now() - since < seconds * 1_000
        socket.write(isGrey ? `action=DEFER Greylisted for ${seconds} seconds\n\n` : 'action=DUNNO\n\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
