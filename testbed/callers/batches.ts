// Submits batches and waits for them; and expects the same 404 for another account's resource as for an unknown one.
import assert from 'node:assert/strict'
import { codeOf } from '../contract/answers.js'
import type { OperationName } from '../contract/operations.js'
import { eventually } from '../eventually.js'
import type { CallOptions, RunningService } from '../service/service.js'
import type { Answer } from './client.js'
import { csvForm } from './multipart.js'

type Called = Pick<RunningService, 'call'>

const FINAL = ['completed', 'failed', 'cancelled']

/**
 * Uploads a CSV file.
 * @returns the id of its job
 */
export async function upload(
  api: Called,
  key: string,
  csv: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await api.call('uploadBulk', { key, ...csvForm(csv, fields) })
  assert.equal(answer.status, 202)
  return answer.body.job_id
}

/**
 * Submits an agent's batch.
 * @returns its id
 */
export async function submit(api: Called, key: string, emails: readonly string[], more: object = {}): Promise<string> {
  const answer = await api.call('verifyBulkAgent', { key, body: { emails, async: true, ...more } })
  assert.equal(answer.status, 202)
  return answer.body.batch_id
}

/** The batch once it has ended. */
export async function ended(api: Called, key: string, batchId: string): Promise<Answer['body']> {
  const ask = () => api.call('getBatch', { key, params: { batchId } })
  return (await eventually(ask, ({ body }) => FINAL.includes(body.status))).body
}

/** The batch once it has started. */
export async function untilStarted(api: Called, key: string, batchId: string): Promise<Answer['body']> {
  const ask = () => api.call('getBatch', { key, params: { batchId } })
  return (await eventually(ask, ({ body }) => body.status !== 'pending')).body
}

let silent = 0

/** Addresses whose names never answer: a batch of them does not end by itself within a test. */
export function silentAddresses(api: Pick<RunningService, 'dns'>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const name = `silent-${silent++}.mailproof.net`
    api.dns.set(name, { does: 'silent' })
    return `ada@${name}`
  })
}

/** The delay of names that never answer, for batches that must not end within a test. */
export const SILENT_FOR = { DNS_TIMEOUT_MS: '60000' }

/**
 * Expects the same response for another account's resource and an unknown one, byte for byte except for ids and
 * counters of the call.
 */
export async function expectSame404(
  api: Called,
  operation: OperationName,
  { others, missing, ...options }: CallOptions & Record<'others' | 'missing', { readonly [name: string]: string }>,
): Promise<void> {
  const [hers, none] = [
    await api.call(operation, { ...options, params: others }),
    await api.call(operation, { ...options, params: missing }),
  ]
  assert.equal(hers.status, 404)
  assert.match(String(codeOf(hers)), /NOT_FOUND$/)
  const naming = new Set(['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
  const withoutNames = ({ status, headers, text }: Answer) => ({
    status,
    text,
    headers: Object.entries(headers).filter(([name]) => !naming.has(name)),
  })
  assert.deepEqual(withoutNames(hers), withoutNames(none))
}
