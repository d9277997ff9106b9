import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode } from 'dns-packet'

type Records = (name: string, type: string) => Promise<readonly Answer[]>

/** A DNS server over UDP. */
export async function startNames(records: Records, address: string): Promise<{ port: number; close(): void }> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1_024 * 1_024 }).bind(0, address)
  await once(socket, 'listening')
  socket.on('message', async (bytes, from) => {
    const { id = 0, questions = [] } = decode(bytes)
    const [question] = questions
    if (!question) return
    const answers = await records(question.name.toLowerCase(), question.type)
    // Recursion desired and available.
    const flags = 0x0180
    const packet = encode({ type: 'response', id, flags, questions, answers: [...answers] })
    socket.send(packet, from.port, from.address)
  })
  return { port: socket.address().port, close: () => void socket.close() }
}

/** The domains of the internet: each accepts mail. */
export const internetNames: Records = async (name, type) => {
  if (type === 'MX') return [{ type, name, ttl: 300, data: { preference: 10, exchange: 'mx.mailproof.net' } }]
  return type === 'A' ? [{ type, name, ttl: 300, data: '93.184.215.14' }] : []
}
