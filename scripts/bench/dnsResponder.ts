import { createSocket } from 'node:dgram'

/*
 * A DNS server that knows every name: an MX of its own for each, and a public address for every exchange. It reads the
 * question and nothing else, so that it is not what is measured. Prints its port. Argument: milliseconds until it
 * answers.
 */
const delayMs = Number(process.argv[2] ?? 0)

const HEADER = 12
const TYPE_MX = 15
/** Response, recursion desired and available, one question, one answer. */
const ANSWER_HEADER = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
const TTL = [0, 1, 0x51, 0x80]
/** The name of the question again, by a pointer to it. */
const SAME_NAME = [0xc0, HEADER]
/** An exchange of its own: `mx.` before the name of the question. */
const MX_RECORD = Buffer.from([...SAME_NAME, 0, TYPE_MX, 0, 1, ...TTL, 0, 7, 0, 10, 2, 0x6d, 0x78, ...SAME_NAME])
const A_RECORD = Buffer.from([...SAME_NAME, 0, 1, 0, 1, ...TTL, 0, 4, 93, 184, 215, 14])

const questionEnd = (query: Buffer): number => {
  let at = HEADER
  while (query[at]) at += query[at]! + 1
  return at + 5
}

const answerTo = (query: Buffer): Buffer => {
  const end = questionEnd(query)
  const record = query[end - 3] === TYPE_MX ? MX_RECORD : A_RECORD
  return Buffer.concat([query.subarray(0, 2), ANSWER_HEADER, query.subarray(HEADER, end), record])
}

const socket = createSocket({ type: 'udp4', recvBufferSize: 8 * 1024 * 1024 })
socket.on('message', (query, { port, address }) => {
  const answer = () => socket.send(answerTo(query), port, address)
  if (delayMs > 0) setTimeout(answer, delayMs)
  else answer()
})
socket.bind(0, '127.0.0.1', () => console.log(socket.address().port))
