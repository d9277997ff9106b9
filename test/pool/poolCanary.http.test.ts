// A shared address appears in no public response, log line or store file of a service.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { eventually } from '../../testbed/eventually.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

/** Unique, ignoring case. */
const NAME = 'canary.of.the.mine'
const DOMAIN = 'explicit.mailproof.net'
const EACH = 40

let service: ProcessService

beforeAll(async () => {
  const settings = { POOL_MIN_CONTRIBUTORS: '1', POOL_DOMAIN_MIN_ADDRESSES: '1', POOL_DOMAIN_MIN_CONTRIBUTORS: '1' }
  service = await start({ where: 'process', env: { ...settings, LOG_LEVEL: 'debug' } })
})
afterAll(() => service.dispose())

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Files that contain a text unencrypted. */
const holding = (text: string): string[] =>
  filesOf(service.place.directory).filter((file) => readFileSync(file, 'latin1').toLowerCase().includes(text))

test('an address that was verified and shared is in no public response, log line or store file', async () => {
  const { request } = service
  const post = async (path: string, options: RequestOptions) => {
    const answer = await request('POST', path, options)
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const { key } = await service.account({ plan: 'growth' })
  let canaries = 0
  const addresses = () => Array.from({ length: EACH }, () => `${NAME}-${canaries++}@${DOMAIN}`)
  const share_signals = true

  await eventually(
    () => request('POST', '/v1/verify', { key, body: { email: `${NAME}@${DOMAIN}`, share_signals } }),
    ({ headers }) => !('x-signal-sharing' in headers),
  )
  for (const email of addresses()) {
    const body = await post('/v1/verify', { key, body: { email, share_signals, debug: true } })
    expect(body).toMatchObject({ email, unique_contribution: true })
  }
  await post('/v1/verify/batch', { key, body: { emails: addresses(), share_signals } })
  await post('/v1/verify/bulk/agent', { key, body: { emails: addresses(), share_signals, format: 'full' } })
  const sent = { emails: addresses(), share_signals, async: true, debug: true }
  const { batch_id } = await post('/v1/verify/bulk/agent', { key, body: sent })
  const { job_id } = await post('/v1/bulk/upload', { key, ...csvForm(`email\n${addresses().join('\n')}\n`) })
  expect(canaries).toBe(200)

  for (const id of [batch_id, job_id]) {
    await eventually(
      () => request('GET', `/v1/batch/${id}`, { key }),
      ({ body }) => body.status === 'completed',
    )
  }
  // Everything shared: an upload cannot share.
  const stats = await eventually(
    () => request('GET', '/v1/pool/stats'),
    ({ body }) => body.total_validations >= 4 * EACH,
  )
  expect(stats.text).toContain(DOMAIN)

  const publicPaths = ['/v1/pool/stats', '/v1/pool/leaderboard', '/v1/pool/activity', '/health', '/health/ready']
  const keyedPaths = ['/v1/pool/contributions', '/v1/pool/rank', '/v1/pool/levels', '/v1/pool/history']
  for (const path of [...publicPaths, ...keyedPaths]) {
    const answer = await request('GET', path, { key })
    expect(answer.status).toBe(200)
    expect(answer.text.toLowerCase()).not.toContain(NAME)
  }
  // The domain is readable in the stores: the same search for an address would succeed.
  expect(holding(DOMAIN).map((file) => file.slice(service.place.directory.length + 1))).toEqual(
    expect.arrayContaining(['documents.mdb', 'events.mdb']),
  )
  expect(holding(NAME)).toEqual([])
  const { code, stdout, stderr } = (await service.end('SIGTERM'))[0]!
  expect(code).toBe(0)
  expect(`${stdout}${stderr}`).not.toContain(NAME)
  expect(`${stdout}${stderr}`).not.toContain(key)
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect(lines).toEqual(['the service has started', 'the service is stopping', 'the service has stopped'])
  expect(holding(NAME)).toEqual([])
})
