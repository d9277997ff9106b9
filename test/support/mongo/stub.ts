import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'

const { deserialize, serialize } = BSON
type Answer = { readonly [member: string]: unknown }
/** The response to a command, whose name is one of its members. */
type AnswerTo = (command: Answer) => Answer

const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

/**
 * Implements just enough of MongoDB's wire protocol to accept or reject connections.
 * @param hello the response to `hello`
 * @param answer the response to any other command, or a function of it
 */
export async function startMongoStub(hello: Answer, answer: Answer | AnswerTo, port = 0) {
  const answerTo: AnswerTo = typeof answer === 'function' ? answer : () => answer
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(message.length)
        socket.write(replyTo(message, hello, answerTo))
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `mongodb://${host}/mailproof`,
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Drivers start with an OP_QUERY, which any server since 1.0 understands; all else is OP_MSG. */
function replyTo(message: Buffer, hello: Answer, answerTo: AnswerTo): Buffer {
  const isQuery = message.readInt32LE(12) === OP_QUERY
  // After flags, the collection name and two numbers; or after flags and the section kind.
  const at = isQuery ? message.indexOf(0, HEADER_BYTES + 4) + 9 : HEADER_BYTES + 5
  const command = deserialize(message.subarray(at, at + message.readInt32LE(at)))
  const isHello = 'hello' in command || 'ismaster' in command || 'isMaster' in command
  const document = serialize(
    isHello ? { ok: 1, isWritablePrimary: true, minWireVersion: 0, ...hello } : answerTo(command),
  )
  const before = Buffer.alloc(isQuery ? 20 : 5)
  if (isQuery) before.writeInt32LE(1, 16)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeInt32LE(HEADER_BYTES + before.length + document.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12)
  return Buffer.concat([header, before, document])
}
