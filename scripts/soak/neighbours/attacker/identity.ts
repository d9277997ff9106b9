// The key of an attack, and the batch and the webhook that its target needs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../../../testbed/callers/multipart.js'
import { requireStatus } from '../attacks/requireStatus.js'
import { WARM_DOMAINS } from '../hostileZone.js'
import type { Point } from '../point/point.js'
import { type Ids, needsIds } from '../point/targets.js'
import type { AttackerTools } from './tools.js'

/** Rows of the batch: as many as the quota of the plan allows. */
const ROWS = { free: 500, sandbox: 5_000, paid: 45_000 } as const
/** Small batches for queries over many of them. */
const BATCHES = 20
const BATCH_ROWS = 100
const READY_MS = 30_000
let batch: Promise<string> | undefined

/** Of the page that a publishable key is for, and of another one. */
const ORIGIN = 'https://shop.example'
const FOREIGN = 'https://elsewhere.example'

/** @returns no key for callers without an account and for keys that differ in each request */
export async function prepareIdentity(
  { identity, target }: Point,
  tools: AttackerTools,
): Promise<{ key: string | undefined; ids: Ids; origin?: string }> {
  if (identity === 'none' || identity === 'unknown') return { key: undefined, ids: {} }
  if (identity === 'publishable' || identity === 'foreign') {
    const body = { publishable: true, origins: [ORIGIN] }
    const origin = identity === 'foreign' ? FOREIGN : ORIGIN
    return { key: await generatedKey(tools.paidKey, body, tools), ids: {}, origin }
  }
  const key =
    { free: tools.freeKey, paid: tools.paidKey, sandbox: '' }[identity] ||
    (await generatedKey(tools.freeKey, { sandbox: true }, tools))
  if (target === 'graphql:batches') await createBatches(key, tools)
  if (!needsIds(target)) return { key, ids: {} }
  // One batch for all points of an attack: two would exceed the quota.
  batch ??= createBatch(key, ROWS[identity], tools)
  const batchId = await batch
  return {
    key,
    ids: { batchId, jobId: batchId, ...(identity !== 'sandbox' && { webhookId: await createWebhook(key, tools) }) },
  }
}

async function generatedKey(key: string, body: object, { call }: AttackerTools): Promise<string> {
  const generated = await call('POST', '/v1/keys/generate', { key, body })
  requireStatus(generated, 201)
  return generated.body.api_key
}

/** An upload that has been verified. */
async function createBatch(key: string, count: number, { call }: AttackerTools): Promise<string> {
  const rows = Array.from({ length: count }, (_, row) => `user${row}@${WARM_DOMAINS[row % 50]},${'x'.repeat(100)}`)
  const accepted = await call('POST', '/v1/bulk/upload', { key, ...csvForm(`email,note\n${rows.join('\n')}\n`) })
  requireStatus(accepted, 202)
  const deadline = Date.now() + READY_MS
  while ((await call('GET', `/v1/batch/${accepted.body.id}`, { key })).body.status !== 'completed') {
    if (Date.now() > deadline) throw new Error('The upload was not completed in time.')
    await sleep(100)
  }
  return accepted.body.id
}

async function createBatches(key: string, { call }: AttackerTools): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const emails = Array.from({ length: BATCH_ROWS }, (_, row) => `${row}@${WARM_DOMAINS[row % 50]}`)
    const accepted = await call('POST', '/v1/verify/bulk/agent', { key, body: { emails, async: true } })
    if (accepted.status !== 202) return
  }
}

/** A webhook whose receiver responds at once. */
async function createWebhook(key: string, { call }: AttackerTools): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const created = await call('POST', '/v1/webhooks', { key, body: { url } })
  requireStatus(created, 201)
  return created.body.webhook.id
}
