// Public reads without a key share a limit per client address.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

/** Ten times the setting. */
const LIMIT = 10
const READS = [
  ...['/v1/pricing', '/openapi.json', '/v1/pool/stats', '/v1/pool/leaderboard', '/v1/pool/activity'],
  ...['/docs/reasons', '/docs/reasons/null-mx', '/', '/docs', '/dashboard', '/graphql'],
]
const PAGE = { Accept: 'text/html' }

let api: InProcessService
beforeEach(async () => {
  api = await start({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: '1', TRUST_PROXY: '1' } })
})
afterEach(() => api.stop())

const read = (path: string, address: string, more: Record<string, string> = {}) =>
  api.request('GET', path, { headers: { ...PAGE, 'X-Forwarded-For': address, ...more } })
const statuses = async (count: number, address: string) => {
  const all: number[] = []
  for (let index = 0; index < count; index++) all.push((await read('/v1/pricing', address)).status)
  return all
}
const ok = (count: number) => Array.from({ length: count }, () => 200)

test('public reads of one address share a limit; health, other addresses and keys are not affected by it', async () => {
  for (const path of READS.slice(0, LIMIT)) {
    const answer = await read(path, '192.0.2.1')
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  }
  for (const path of READS) {
    const answer = await read(path, '192.0.2.1')
    expect(answer).toMatchObject({ status: 429, body: { success: false, error: { code: 'RATE_LIMIT_EXCEEDED' } } })
    expect(answer.body.error.message).toMatch(/^Your IP address is limited to 10 public reads per minute\./)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    })
  }
  for (const path of ['/health', '/health/live', '/health/ready'])
    expect((await read(path, '192.0.2.1')).status).toBe(200)
  expect((await read('/v1/pricing', '192.0.2.2')).status).toBe(200)
  const { key } = await api.account()
  expect((await read('/v1/accounts/me', '192.0.2.1', { 'X-API-Key': key })).status).toBe(200)
})

test('an IPv6 /64 counts as one address, and a /48 may read five times as much', async () => {
  expect(await statuses(LIMIT + 1, '2001:db8:1:1::1')).toEqual([...ok(LIMIT), 429])
  expect(await statuses(1, '2001:db8:1:1::2')).toEqual([429])
  for (const subnet of [2, 3, 4, 5]) expect(await statuses(LIMIT, `2001:db8:1:${subnet}::1`)).toEqual(ok(LIMIT))
  expect(await statuses(1, '2001:db8:1:6::1')).toEqual([429])
  expect(await statuses(1, '2001:db8:2:1::1')).toEqual([200])
})
