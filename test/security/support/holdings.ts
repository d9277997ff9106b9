// The resources of an account that other callers must not see.
import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { ended, silentAddresses, submit, upload } from '../../../testbed/callers/batches.js'
import { dataOf } from '../../../testbed/callers/graphql.js'
import { delivered, hook } from '../../../testbed/callers/webhooks.js'
import type { Ids } from './kinds.js'
import { type RestOperation, restCall } from './restOperations.js'
import type { Scene } from './scene.js'

/** A resource of account A, with all of its ids. */
export interface Holding {
  readonly label: string
  /** Whether a sandbox key created it. */
  readonly sandbox: boolean
  readonly ids: Ids
  /** The only operation that it is for, if any. */
  readonly operation?: string
}

export interface Owner {
  readonly id: string
  readonly key: string
  readonly sandboxKey: string
  readonly revokedKey: string
  readonly holdings: readonly Holding[]
}

const CSV = 'email\nada@explicit.mailproof.net\nbob@missing.mailproof.net\nsyntax\n'
const EMAILS = ['ada@explicit.mailproof.net', 'bob@missing.mailproof.net', 'syntax']

/**
 * Account A, with a resource of every kind in every state, made live and by its sandbox key.
 * @param repeatable operations that accept an Idempotency-Key: A has called each with one
 */
export async function makeOwner(scene: Scene, repeatable: readonly RestOperation[] = []): Promise<Owner> {
  const { api } = scene
  const { id, key } = await api.account({ plan: 'growth', perMinute: 100_000 })
  const sandbox = await api.generate(key, { sandbox: true })
  const other = await api.generate(key)
  const revoked = await api.generate(key)
  await api.call('revokeKey', { key, params: { keyId: revoked.id } })
  const verified = await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
  const request = verified.headers['x-request-id'] as string
  const keys: Holding[] = [
    { label: 'a live key', sandbox: false, ids: { key: other.id } },
    { label: 'a revoked key', sandbox: false, ids: { key: revoked.id } },
    { label: 'a sandbox key', sandbox: true, ids: { key: sandbox.id } },
  ]
  return {
    id,
    key,
    sandboxKey: sandbox.key,
    revokedKey: revoked.key,
    holdings: [
      ...keys,
      { label: 'a verification', sandbox: false, ids: { request } },
      ...(await webhooksOf(scene, key)),
      ...(await batchesOf(scene, key, false)),
      ...(await batchesOf(scene, sandbox.key, true)),
      ...(await cursorsOf(scene, key)),
      ...(await backtestsOf(scene, key)),
      ...(await callsOf(scene, key, repeatable)),
      // After everything that must run: at most two batches of an account run concurrently.
      ...(await unfinishedOf(scene, key)),
    ],
  }
}

async function webhooksOf({ api, target }: Scene, key: string): Promise<Holding[]> {
  const [endpoint, disabled, deleted] = (await Promise.all(
    [1, 2, 3].map(async () => (await hook(api, key, target.url, { events: ['usage.limit_reached'] })).id as string),
  )) as [string, string, string]
  for (const webhookId of [endpoint, endpoint, disabled, deleted]) {
    await api.call('testWebhook', { key, params: { webhookId } })
  }
  const [{ id: delivery }] = await delivered(api, key, endpoint, 2)
  const [{ id: ofDisabled }] = await delivered(api, key, disabled)
  const [{ id: ofDeleted }] = await delivered(api, key, deleted)
  const first = await api.call('listDeliveries', { key, params: { webhookId: endpoint }, query: '?limit=1' })
  await api.call('updateWebhook', { key, params: { webhookId: disabled }, body: { status: 'disabled' } })
  await api.call('deleteWebhook', { key, params: { webhookId: deleted } })
  return [
    { label: 'a webhook', sandbox: false, ids: { endpoint, delivery, cursor: first.body.next_cursor } },
    { label: 'a disabled webhook', sandbox: false, ids: { endpoint: disabled, delivery: ofDisabled } },
    { label: 'a deleted webhook', sandbox: false, ids: { endpoint: deleted, delivery: ofDeleted } },
  ]
}

/** A completed upload and a completed batch, each with a delivered webhook. */
async function batchesOf({ api, target }: Scene, key: string, sandbox: boolean): Promise<Holding[]> {
  const whose = sandbox ? 'a sandbox' : 'a completed'
  const uploaded = await upload(api, key, CSV, { webhook_url: target.url })
  const submitted = await submit(api, key, EMAILS, { webhook_url: target.url })
  const { download_url } = await ended(api, key, uploaded)
  await ended(api, key, submitted)
  const link = new URL(download_url).searchParams
  const resultCursor = async (batch: string) => {
    const query = 'query($id: ID!) { batch(id: $id) { results(first: 1) { pageInfo { endCursor } } } }'
    return (await dataOf(api, query, { key, variables: { id: batch } })).batch.results.pageInfo.endCursor as string
  }
  const resultIds = async (batch: string) => {
    const [{ id: delivery }] = await delivered(api, key, `job_${batch}`)
    return { endpoint: `job_${batch}`, delivery, cursor: await resultCursor(batch) }
  }
  const signed = { expires: link.get('expires')!, signature: link.get('signature')! }
  return [
    { label: `${whose} upload`, sandbox, ids: { batch: uploaded, ...(await resultIds(uploaded)), ...signed } },
    { label: `${whose} list`, sandbox, ids: { batch: submitted, ...(await resultIds(submitted)) } },
  ]
}

/** Two that run, so that later ones wait; and cancelled ones. */
async function unfinishedOf({ api }: Scene, key: string): Promise<Holding[]> {
  const silent = () => silentAddresses(api, 2)
  const file = () => `email\n${silent().join('\n')}\n`
  const running = await submit(api, key, silent())
  const runningFile = await upload(api, key, file())
  const pending = await submit(api, key, silent())
  const pendingFile = await upload(api, key, file())
  const cancelled = await submit(api, key, silent())
  const cancelledFile = await upload(api, key, file())
  for (const batchId of [cancelled, cancelledFile]) await api.call('cancelBatch', { key, params: { batchId } })
  const all = { running, runningFile, pending, pendingFile, cancelled, cancelledFile }
  return Object.entries(all).map(([label, batch]) => ({
    label: `a batch (${label})`,
    sandbox: false,
    ids: { batch, endpoint: `job_${batch}` },
  }))
}

/** Of lists that belong to the whole account. */
async function cursorsOf({ api }: Scene, key: string): Promise<Holding[]> {
  await api.call('verifyEmail', { key, body: { email: 'ada@implicit.mailproof.net', share_signals: true } })
  const lists = ['batches', 'poolHistory', 'contributions'].map(
    (name) => `${name}(first: 1) { pageInfo { endCursor } }`,
  )
  const query = `{ ${lists.join(' ')} }`
  const pages: { [list: string]: { pageInfo: { endCursor: string | null } } } = await dataOf(api, query, { key })
  // The contract's example, twice, so that there is a second page.
  const email = 'jane@gmial.com'
  for (let time = 0; time < 2; time++) await api.call('verifyEmail', { key, body: { email } })
  const search = await api.call('searchDecisions', { key, body: { email, limit: 1 } })
  const ofSearch = { cursor: search.body.next_cursor as string }
  expect(ofSearch.cursor).toEqual(expect.any(String))
  const found = { label: 'a cursor of a search', sandbox: false, ids: ofSearch, operation: 'searchDecisions' }
  await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: ['a.example', 'b.example'] } })
  for (let version = 1; version <= 2; version++) {
    await api.call('putRulesDraft', { key, body: { rules: [] } })
    await api.call('activateRules', { key })
  }
  const cursorIn = async (operation: 'getList' | 'listRulesVersions' | 'listAuditEntries') => {
    const { body } = await api.call(operation, { key, params: { listName: 'deny' }, query: '?limit=1' })
    const ids = { cursor: body.next_cursor as string }
    expect(ids.cursor).toEqual(expect.any(String))
    return { label: `a cursor of ${operation}`, sandbox: false, ids, operation }
  }
  const ofLists = [await cursorIn('getList'), await cursorIn('listRulesVersions'), await cursorIn('listAuditEntries')]
  const cursors = Object.entries(pages).map(([name, { pageInfo }]) => {
    expect(pageInfo.endCursor).toEqual(expect.any(String))
    return { label: `a cursor of ${name}`, sandbox: false, ids: { cursor: pageInfo.endCursor! } }
  })
  const { text } = await api.call('exportVerifications', { key })
  const ids = { cursor: JSON.parse(text.slice(0, text.indexOf('\n'))).row_position as string }
  const row = { label: 'a verified row', sandbox: false, ids, operation: 'exportVerifications' }
  return [found, row, ...ofLists, ...cursors]
}

/** Two, of which the second is on another page. */
async function backtestsOf({ api }: Scene, key: string): Promise<Holding[]> {
  const begin = async () => (await api.call('createBacktest', { key, body: { rules: 'live' } })).body.id as string
  const ids = { backtest: await begin() }
  await begin()
  const { body } = await api.call('listBacktests', { key, query: '?limit=1' })
  expect(body.next_cursor).toEqual(expect.any(String))
  const cursor = { cursor: body.next_cursor as string }
  return [
    { label: 'a backtest', sandbox: false, ids },
    { label: 'a cursor of backtests', sandbox: false, ids: cursor, operation: 'listBacktests' },
  ]
}

/** Calls with an Idempotency-Key whose responses are stored. Each is the contract's example, on A's resources. */
async function callsOf({ api, target }: Scene, key: string, repeatable: readonly RestOperation[]): Promise<Holding[]> {
  if (repeatable.length === 0) return []
  const endpoint = (await hook(api, key, target.url, { events: ['usage.limit_reached'] })).id as string
  await api.call('testWebhook', { key, params: { webhookId: endpoint } })
  const [{ id: delivery }] = await delivered(api, key, endpoint)
  const holdings: Holding[] = []
  for (const operation of repeatable) {
    const ids = { endpoint, delivery, idempotencyKey: `call-${randomUUID()}` }
    const { method, path, ...rest } = restCall(operation, ids)
    const answer = await api.request(method, path, { key, ...rest })
    if (answer.status >= 300) throw new Error(`${operation.id} with an Idempotency-Key was answered ${answer.text}`)
    holdings.push({ label: `a call of ${operation.id}`, sandbox: false, ids, operation: operation.id })
  }
  await delivered(api, key, endpoint)
  return holdings
}
