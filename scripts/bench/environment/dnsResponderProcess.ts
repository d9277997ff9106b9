import { createSocket } from 'node:dgram'

/*
 * A DNS server for which every name exists: it answers with one MX record, whose exchange is `mx.<name>`, and with a
 * public A record for every exchange. It parses only the question, so that it is not the bottleneck. Prints its port.
 * Argument: delay of the responses in milliseconds.
 */
const delayMs = Number(process.argv[2] ?? 0)

const HEADER_BYTES = 12
const TYPE_MX = 15
/** Response, recursion desired and available, one question, one answer (RFC 1035 section 4.1.1). */
const RESPONSE_FLAGS = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
const TTL = [0, 1, 0x51, 0x80]
/** A compression pointer to the name of the question (RFC 1035 section 4.1.4). */
const QUESTION_NAME = [0xc0, HEADER_BYTES]
/** Preference 10; the exchange is the label `mx` and the name of the question. */
const MX_RECORD = Buffer.from([
  ...QUESTION_NAME,
  0,
  TYPE_MX,
  0,
  1,
  ...TTL,
  0,
  7,
  0,
  10,
  2,
  0x6d,
  0x78,
  ...QUESTION_NAME,
])
const A_RECORD = Buffer.from([...QUESTION_NAME, 0, 1, 0, 1, ...TTL, 0, 4, 93, 184, 215, 14])

const questionEnd = (query: Buffer): number => {
  let offset = HEADER_BYTES
  while (query[offset]) offset += query[offset]! + 1
  return offset + 5
}

const responseTo = (query: Buffer): Buffer => {
  const end = questionEnd(query)
  const record = query[end - 3] === TYPE_MX ? MX_RECORD : A_RECORD
  return Buffer.concat([query.subarray(0, 2), RESPONSE_FLAGS, query.subarray(HEADER_BYTES, end), record])
}

const socket = createSocket({ type: 'udp4', recvBufferSize: 8 * 1024 * 1024 })
socket.on('message', (query, { port, address }) => {
  const respond = () => socket.send(responseTo(query), port, address)
  if (delayMs > 0) setTimeout(respond, delayMs)
  else respond()
})
socket.bind(0, '127.0.0.1', () => console.log(socket.address().port))
