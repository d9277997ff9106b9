import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPhase } from './others/phase.js'
import type { FromOthers, OthersOrder, ToOthers } from './others/protocol.js'
import { startHealthyReceiver } from './others/receiver.js'

/*
 * Everybody but the attacker: `node othersProcess.js <order as JSON>`, started with an IPC channel. It verifies at a steady
 * rate whether or not it is answered, so that a service that stalls is asked all the same, and sends a test call to a
 * healthy receiver every second.
 */

const VERIFY_EVERY_MS = 20
const WEBHOOK_EVERY_MS = 1_000
/** A call that takes longer counts as failed. */
const PATIENCE_MS = 10_000
/** Grace period for requests that were sent before the end of a phase. */
const GRACE_MS = 10_000
/** Keep-alive connections. Others are closed when idle, so that descriptors can return to their initial number. */
const IDLE_CONNECTIONS = 4

const { url, verifierKey, domains, webhookKeys } = JSON.parse(process.argv[2]!) as OthersOrder
const { hostname, port } = new URL(url)
const agent = new Agent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS })
const tell = (message: FromOthers) => void process.send?.(message)
process.on('disconnect', () => process.exit())

/** Test calls that were accepted and have not arrived, and those that arrived before their call was answered. */
const waiting = new Map<string, () => void>()
const early = new Set<string>()
let phase = createPhase()

const receiver = await startHealthyReceiver((delivery) => {
  const arrive = waiting.get(delivery)
  waiting.delete(delivery)
  if (arrive) arrive()
  else early.add(delivery)
})
const webhooks = await Promise.all(webhookKeys.map(createWebhook))
for (const domain of domains) await call('POST', '/v1/verify', verifierKey, { email: `warm@${domain}` })
// GraphQL is loaded by its first request.
await call('POST', '/graphql', verifierKey, { query: '{ poolStats { totalContributions } }' })
tell({ type: 'ready' })
void verifySteadily()
void testSteadily()

process.on('message', async (message: ToOthers) => {
  if (message !== 'next') return
  const ended = phase
  phase = createPhase()
  const until = performance.now() + GRACE_MS
  while (!ended.settled() && performance.now() < until) await sleep(10)
  tell({ type: 'served', served: ended.served() })
})

async function verifySteadily(): Promise<void> {
  const began = performance.now()
  for (let count = 0; ; count++) {
    await sleep(Math.max(0, began + count * VERIFY_EVERY_MS - performance.now()))
    const answered = phase.verify()
    const email = `${count}@${domains[count % domains.length]}`
    void call('POST', '/v1/verify', verifierKey, { email }).then(({ status }) => answered(status === 200))
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
  const now = phase
  const from = performance.now()
  const { status, body } = await call('POST', `/v1/webhooks/${id}/test`, key)
  if (status !== 202) return now.refuse()
  const arrived = now.delivery(from)
  if (early.delete(body.delivery_id)) arrived()
  else waiting.set(body.delivery_id, arrived)
}

async function createWebhook(key: string): Promise<{ id: string; key: string }> {
  const { status, body } = await call('POST', '/v1/webhooks', key, { url: receiver })
  if (status !== 201) throw new Error(`a webhook cannot be created: ${status} ${JSON.stringify(body)}`)
  return { id: body.webhook.id, key }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller without types would
function call(method: string, path: string, key: string, sent?: object): Promise<{ status: number; body: any }> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: undefined })
    const bytes = sent && Buffer.from(JSON.stringify(sent))
    const headers = {
      'X-API-Key': key,
      ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
    }
    const signal = AbortSignal.timeout(PATIENCE_MS)
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
