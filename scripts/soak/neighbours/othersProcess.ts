// A process that is every account but the attacker's.
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPhase } from './others/phase.js'
import type { FromOthers, OthersOrder, ToOthers } from './others/protocol.js'
import { startHealthyReceiver } from './others/receiver.js'

/*
 * Every account but the attacker's: `node othersProcess.js <order as JSON>`, started with an IPC channel. It sends
 * verifications at a constant rate, however slow the responses are (open loop), asks about a mailbox twice a second, and tests a
 * webhook with a healthy receiver every second.
 */

const VERIFY_EVERY_MS = 20
const ASK_EVERY_MS = 500
const WEBHOOK_EVERY_MS = 1_000
/** A call that takes longer counts as failed. */
const CALL_TIMEOUT_MS = 10_000
/** Maximum number of idle keep-alive connections, so that descriptors can return to their initial number. */
const IDLE_CONNECTIONS = 4

const { url, verifierKey, domains, mailDomains, webhookKeys } = JSON.parse(process.argv[2]!) as OthersOrder
const { hostname, port } = new URL(url)
const agent = new Agent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS })
const send = (message: FromOthers) => void process.send?.(message)
process.on('disconnect', () => process.exit())

/** Callbacks of deliveries that have not arrived yet, by delivery id. */
const pending = new Map<string, () => void>()
/** Ids of deliveries that arrived before the response to their test call. */
const early = new Set<string>()
let phase = createPhase()

const receiver = await startHealthyReceiver((delivery) => {
  const onArrival = pending.get(delivery)
  pending.delete(delivery)
  if (onArrival) onArrival()
  else early.add(delivery)
})
const webhooks = await Promise.all(webhookKeys.map(createWebhook))
for (const domain of domains) await call('POST', '/v1/verify', verifierKey, { email: `warm@${domain}` })
// GraphQL is loaded by its first request.
await call('POST', '/graphql', verifierKey, { query: '{ poolStats { totalContributions } }' })
send({ type: 'ready' })
void verifySteadily()
void askSteadily()
void testSteadily()

process.on('message', async ({ graceMs }: ToOthers) => {
  const ended = phase
  phase = createPhase()
  const deadline = performance.now() + graceMs
  while (!ended.settled() && performance.now() < deadline) await sleep(10)
  send({ type: 'served', served: ended.served() })
})

async function verifySteadily(): Promise<void> {
  const startedAt = performance.now()
  for (let count = 0; ; count++) {
    await sleep(Math.max(0, startedAt + count * VERIFY_EVERY_MS - performance.now()))
    const onResponse = phase.verify()
    const email = `${count}@${domains[count % domains.length]}`
    void call('POST', '/v1/verify', verifierKey, { email }).then(({ status }) => onResponse(status === 200))
  }
}

async function askSteadily(): Promise<void> {
  for (let count = 0; ; count++) {
    const onResponse = phase.ask()
    const email = `ada${count}@${mailDomains[count % mailDomains.length]}`
    void call('POST', '/v1/verify', verifierKey, { email, mailbox: true }).then(({ status, body }) =>
      onResponse(status === 200 && body.metadata.mailbox.result === 'exists'),
    )
    await sleep(ASK_EVERY_MS)
  }
}

async function testSteadily(): Promise<void> {
  for (let count = 0; ; count++) {
    const { id, key } = webhooks[count % webhooks.length]!
    void testOnce(id, key)
    await sleep(WEBHOOK_EVERY_MS)
  }
}

async function testOnce(id: string, key: string): Promise<void> {
  const currentPhase = phase
  const from = performance.now()
  const { status, body } = await call('POST', `/v1/webhooks/${id}/test`, key)
  if (status !== 202) return currentPhase.refuse()
  const onArrival = currentPhase.delivery(from)
  if (early.delete(body.delivery_id)) onArrival()
  else pending.set(body.delivery_id, onArrival)
}

async function createWebhook(key: string): Promise<{ id: string; key: string }> {
  const { status, body } = await call('POST', '/v1/webhooks', key, { url: receiver })
  if (status !== 201) throw new Error(`A webhook could not be created: ${status} ${JSON.stringify(body)}`)
  return { id: body.webhook.id, key }
}

// biome-ignore lint/suspicious/noExplicitAny: responses are read without types
function call(method: string, path: string, key: string, json?: object): Promise<{ status: number; body: any }> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: undefined })
    const bytes = json && Buffer.from(JSON.stringify(json))
    const headers = {
      'X-API-Key': key,
      ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
    }
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const outgoing = httpRequest({ hostname, port, method, path, agent, signal, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        try {
          resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
        } catch {
          fail()
        }
      })
    })
    outgoing.on('error', fail)
    outgoing.end(bytes)
  })
}
