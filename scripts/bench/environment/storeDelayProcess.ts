import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/* Forwards connections to a host and port, and delays the answers. Arguments: host, port, delay in ms. Prints its port. */

const [host, port, delay] = process.argv.slice(2)
const delayMs = Number(delay)
/** Longest sleep between two looks at the sockets; timers of Node.js have a resolution of a millisecond. */
const MAX_SLEEP_MS = 0.05

interface Answer {
  readonly dueAt: number
  readonly to: Socket
  readonly bytes: Buffer
}

const answers: Answer[] = []
const sleeper = new Int32Array(new SharedArrayBuffer(4))
let isRunning = false

function enqueue(to: Socket, bytes: Buffer): void {
  answers.push({ dueAt: performance.now() + delayMs, to, bytes })
  if (!isRunning) setImmediate(deliver)
  isRunning = true
}

/** Sends what is due, and sleeps for a moment while more is waiting. */
function deliver(): void {
  const now = performance.now()
  let sent = 0
  while (sent < answers.length && answers[sent]!.dueAt <= now) {
    const { to, bytes } = answers[sent++]!
    if (!to.destroyed) to.write(bytes)
  }
  answers.splice(0, sent)
  isRunning = answers.length > 0
  if (!isRunning) return
  Atomics.wait(sleeper, 0, 0, Math.min(MAX_SLEEP_MS, Math.max(0, answers[0]!.dueAt - performance.now())))
  setImmediate(deliver)
}

const server = createServer({ noDelay: true }, (client) => {
  const store = connect({ host: host!, port: Number(port), noDelay: true })
  client.on('data', (bytes) => store.write(bytes))
  store.on('data', (bytes) => enqueue(client, bytes))
  for (const [socket, other] of [
    [client, store],
    [store, client],
  ] as const) {
    socket.on('error', () => {})
    socket.on('close', () => other.destroy())
  }
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log((server.address() as AddressInfo).port)
process.stdin.on('end', () => process.exit()).resume()
