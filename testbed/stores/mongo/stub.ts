// A server that speaks just enough of MongoDB's protocol to accept or refuse clients.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { BSON } from 'mongodb'
import type { Certificate } from '../../certificate.js'

const { deserialize, serialize } = BSON
type Answer = { readonly [member: string]: unknown }
/** The response to a command, whose name is one of its members; undefined to leave it unanswered. */
type AnswerTo = (command: Answer) => Answer | undefined

const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

/**
 * Implements just enough of MongoDB's wire protocol to accept or reject connections.
 * @param hello the response to `hello`
 * @param answer the response to any other command, or a function of it
 */
export async function startMongoStub(hello: Answer, answer: Answer | AnswerTo, port = 0, certificate?: Certificate) {
  const answerTo: AnswerTo = typeof answer === 'function' ? answer : () => answer
  const sockets = new Set<Socket>()
  let accepted = 0
  const accept = (socket: Socket) => {
    accepted++
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    readMessages(socket, (message) => {
      const reply = replyTo(message, hello, answerTo)
      if (reply) socket.write(reply)
    })
  }
  const server = certificate ? createTlsServer(certificate, accept) : createServer(accept)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `mongodb://${host}/mailproof`,
    /** Connections so far. */
    accepted: () => accepted,
    /** Connections that are open. */
    open: () => sockets.size,
    /** Closes all connections; new ones are accepted. */
    drop(): void {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Drivers start with an OP_QUERY, which any server since 1.0 understands; all else is OP_MSG. */
const isQuery = (message: Buffer): boolean => message.readInt32LE(12) === OP_QUERY

/** The command in a message. */
export function commandOf(message: Buffer): Answer {
  // After flags, the collection name and two numbers; or after flags and the section kind.
  const at = isQuery(message) ? message.indexOf(0, HEADER_BYTES + 4) + 9 : HEADER_BYTES + 5
  return deserialize(message.subarray(at, at + message.readInt32LE(at)))
}

export const isHello = (command: Answer): boolean =>
  'hello' in command || 'ismaster' in command || 'isMaster' in command

/** Calls `onMessage` with each whole message that a socket receives. */
export function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const message = received.subarray(0, received.readInt32LE(0))
      received = received.subarray(message.length)
      onMessage(message)
    }
  })
}

function replyTo(message: Buffer, hello: Answer, answerTo: AnswerTo): Buffer | undefined {
  const command = commandOf(message)
  const answer = isHello(command) ? { ok: 1, isWritablePrimary: true, minWireVersion: 0, ...hello } : answerTo(command)
  if (!answer) return undefined
  const document = serialize(answer)
  const before = Buffer.alloc(isQuery(message) ? 20 : 5)
  if (isQuery(message)) before.writeInt32LE(1, 16)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeInt32LE(HEADER_BYTES + before.length + document.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(isQuery(message) ? OP_REPLY : OP_MSG, 12)
  return Buffer.concat([header, before, document])
}
