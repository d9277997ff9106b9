// A DNS server beside an attacker who forges its responses.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { decode, encode } from 'dns-packet'
import { bindBoth } from './server.js'

export interface SpoofingServer {
  readonly address: string
  readonly port: number
  /** Forged responses so far. */
  forged(): number
  close(): Promise<void>
}

/** The real records of every name. */
const TRUTH = '192.0.2.1'
/** The forged records. */
const LIE = '6.6.6.6'

/** This many fit into the receive buffer of a socket, so that nothing sent is lost. */
const BURST = 64
const RECURSIVE = 0x0180

/**
 * A DNS server with the strongest off-path attacker: it sees time, name and port of every query over UDP immediately,
 * and can send from the server's own address. It guesses what it does not see: the id, in sequence, and the case of the
 * name. After `perQuery` forged responses to a query comes the real one. Over TCP it can forge nothing.
 */
export async function startSpoofingServer({ perQuery }: { readonly perQuery: number }): Promise<SpoofingServer> {
  const address = '127.0.0.1'
  const { udp, tcp, port } = await bindBoth(address)
  tcp.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (bytes) => {
      const answer = answerTo(bytes.subarray(2), TRUTH)
      socket.write(Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 0xff]), answer]))
    })
  })
  let forged = 0
  let closed = false

  udp.on('message', async (query, from) => {
    const lie = answerTo(query, LIE)
    for (let sent = 0; sent < perQuery; sent++) {
      if (sent % BURST === 0) await setImmediate()
      if (closed) return
      udp.send(guess(lie, forged++), from.port, from.address)
    }
    await setImmediate()
    if (!closed) udp.send(answerTo(query, TRUTH), from.port, from.address)
  })

  return {
    address,
    port,
    forged: () => forged,
    async close() {
      closed = true
      udp.close()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

function answerTo(query: Buffer, data: string): Buffer {
  const { id, questions } = decode(query)
  const { name } = questions![0]!
  const answers = [{ type: 'A', name, ttl: 300, data }] as const
  return encode({ type: 'response', id, flags: RECURSIVE, questions, answers: [...answers] })
}

/** The forged response under another id, with any case of its question. */
function guess(lie: Buffer, id: number): Buffer {
  const packet = Buffer.from(lie)
  packet.writeUInt16BE(id & 0xffff)
  const chance = randomInt(2 ** 32)
  for (let at = 12, letters = 0; packet[at] !== 0; ) {
    const end = at + packet[at]! + 1
    while (++at < end) {
      const lower = packet[at]! | 0x20
      if (lower >= 0x61 && lower <= 0x7a) packet[at] = lower ^ (((chance >>> (letters++ % 32)) & 1) << 5)
    }
  }
  return packet
}
