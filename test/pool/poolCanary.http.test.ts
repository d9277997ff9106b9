import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { client, type RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import { type Program, runProgram, type Settings, startProgram } from '../../testbed/service/program.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** Unique, ignoring case. */
const NAME = 'canary.of.the.mine'
const DOMAIN = 'explicit.mailproof.net'
const EACH = 40

const directory = tempDirectory()
let dns: DnsServer
let settings: Settings
let program: Program | undefined

beforeAll(async () => {
  dns = await startDnsServer(mailZone())
  settings = {
    PORT: '0',
    DATA_DIR: directory.path,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    LOG_LEVEL: 'debug',
    POOL_MIN_CONTRIBUTORS: '1',
    POOL_DOMAIN_MIN_ADDRESSES: '1',
    POOL_DOMAIN_MIN_CONTRIBUTORS: '1',
  }
  program = await startProgram(settings)
})
afterAll(async () => {
  await program?.end('SIGKILL')
  await dns.close()
  directory.remove()
})

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Files that contain a text unencrypted. */
const holding = (text: string): string[] =>
  filesOf(directory.path).filter((file) => readFileSync(file, 'latin1').toLowerCase().includes(text))

test('an address that was verified and shared is in no public response, log line or store file', async () => {
  const { request, close } = client(program!.url)
  const post = async (path: string, options: RequestOptions) => {
    const answer = await request('POST', path, options)
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const { account, api_key: key } = await post('/v1/accounts/create', { body: { email: 'ada@example.org' } })
  await runProgram(['accounts', 'set-plan', account.id, 'growth'], settings)
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
  expect(holding(DOMAIN).map((file) => file.slice(directory.path.length + 1))).toEqual(
    expect.arrayContaining(['documents.mdb', 'events.mdb']),
  )
  expect(holding(NAME)).toEqual([])
  close()
  const { code, stdout, stderr } = await program!.end('SIGTERM')
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
