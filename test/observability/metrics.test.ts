// The metrics of a running service.
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { serve } from '../../src/composition/index.js'
import { loadConfig } from '../../src/config.js'
import { newApiKey } from '../../src/features/accounts/apiKey.js'
import { type Answer, client } from '../../testbed/callers/client.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { hook } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startTarget, type Target } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { type Metrics, parseMetrics, sumOf } from '../../testbed/service/metricsText.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** A unique name. */
const CANARY = 'canary.of.the.mine'
const GOOD = `${CANARY}@explicit.mailproof.net`

let api: InProcessService
let target: Target
/** The response of the webhook target. */
let status = 204
let metrics: ReturnType<typeof client>
beforeAll(async () => {
  target = await startTarget(() => ({ status }))
  api = await start({
    env: { METRICS_PORT: '0', POOL_MIN_CONTRIBUTORS: '1', WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' },
  })
  metrics = client(`http://127.0.0.1:${api.service.metricsPort}`)
})
afterAll(async () => {
  metrics.close()
  await api.stop()
  await target.close()
})

const scrape = (): Promise<Answer> => metrics.request('GET', '/metrics')
const read = async (): Promise<Metrics> => parseMetrics((await scrape()).text)

type Series = readonly [name: string, labels?: Readonly<Record<string, string>>]

/** How much each series increased during an action. */
async function moved(work: () => Promise<unknown>, ...series: readonly Series[]): Promise<number[]> {
  const before = await read()
  await work()
  const after = await read()
  return series.map(([name, labels]) => sumOf(after, name, labels) - sumOf(before, name, labels))
}

describe('the metrics', () => {
  test('are on a separate port, in the text format of Prometheus, and not cacheable', async () => {
    const answer = await scrape()
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    })
    const { version, lists_version } = (await api.call('getHealth')).body
    const shown = parseMetrics(answer.text)
    expect(sumOf(shown, 'mailproof_info', { role: 'all', version })).toBe(1)
    expect(sumOf(shown, 'mailproof_lists_info', { version: lists_version })).toBe(1)
    expect(sumOf(shown, 'mailproof_lists_age_seconds', {})).toBeGreaterThanOrEqual(0)
    expect((await metrics.request('GET', '/metrics?x=1')).status).toBe(200)
    expect(await metrics.request('HEAD', '/metrics')).toMatchObject({ status: 200, text: '' })
  })

  test('are at no other path, and not on the public port', async () => {
    for (const path of ['/', '/health', '/v1/verify', '/metrics/']) {
      expect((await metrics.request('GET', path)).status).toBe(404)
    }
    expect((await metrics.request('POST', '/metrics')).status).toBe(405)
    expect((await api.request('GET', '/metrics')).status).toBe(404)
  })
})

describe('requests', () => {
  const requests = (operation: string, status: number): Series => [
    'mailproof_http_requests_total',
    { operation, status: String(status) },
  ]
  const seconds = (part: 'count' | 'sum', operation: string): Series => [
    `mailproof_http_request_duration_seconds_${part}`,
    { operation },
  ]

  test('are counted by operation and status, and timed', async () => {
    const { key } = await api.account()
    const verify = (body: object, own = key) => api.call('verifyEmail', { key: own, body })
    const began = performance.now()
    const found = await moved(
      async () => {
        for (let turn = 0; turn < 3; turn++) await verify({ email: GOOD })
        await verify({ email: 7 })
        await verify({ email: GOOD }, 'nonsense')
      },
      requests('verifyEmail', 200),
      requests('verifyEmail', 400),
      requests('verifyEmail', 401),
      seconds('count', 'verifyEmail'),
      seconds('sum', 'verifyEmail'),
    )
    expect(found.slice(0, 4)).toEqual([3, 1, 1, 5])
    expect(found[4]).toBeGreaterThan(0)
    expect(found[4]).toBeLessThan((performance.now() - began) / 1_000)
  })

  test('that match no operation are one series, whatever their path; GraphQL is another', async () => {
    const found = await moved(
      async () => {
        await api.request('GET', `/${CANARY}`)
        await api.request('DELETE', '/v1/verify')
        await api.request('OPTIONS', '/v1/pool/stats', { headers: { Origin: 'https://example.org' } })
        await dataOf(api, '{ pricing { currency } }')
        await api.request('POST', '/graphql', { body: { query: '{' } })
      },
      requests('unmatched', 404),
      requests('unmatched', 405),
      requests('unmatched', 204),
      requests('graphql', 200),
      requests('graphql', 400),
    )
    expect(found).toEqual([1, 1, 1, 1, 1])
  })

  test('whose clients disconnected are counted separately', async () => {
    const { key } = await api.account()
    const gone: Series = requests('verifyEmail', 499)
    const before = sumOf(await read(), ...gone)
    const leaving = new AbortController()
    const body = { email: 'ada@timeout.mailproof.net' }
    api.dns.forget()
    const call = api.request('POST', '/v1/verify', { key, body, signal: leaving.signal })
    // The service is at work on it.
    void eventually(
      () => api.dns.queries('timeout.mailproof.net'),
      (queries) => queries > 0,
    ).then(() => leaving.abort())
    await expect(call).rejects.toThrow()
    expect(
      await eventually(
        async () => sumOf(await read(), ...gone),
        (count) => count > before,
      ),
    ).toBe(before + 1)
  })

  test('that are replayed for an Idempotency-Key are counted', async () => {
    const { key } = await api.account()
    const submit = async () => {
      const body = { emails: [GOOD], async: true }
      const answer = await api.call('verifyBulkAgent', { key, body, headers: { 'Idempotency-Key': 'again' } })
      expect(answer.status).toBe(202)
    }
    await submit()
    expect(await moved(submit, ['mailproof_idempotent_replays_total'])).toEqual([1])
  })

  test('that a limit refuses are counted by limit', async () => {
    const minute = await api.account({ perMinute: 1 })
    const month = await api.account({ perMonth: 1 })
    const twice = async ({ key }: { key: string }) => {
      await api.call('verifyEmail', { key, body: { email: GOOD } })
      expect((await api.call('verifyEmail', { key, body: { email: GOOD } })).status).toBe(429)
    }
    const found = await moved(
      () => Promise.all([twice(minute), twice(month)]),
      ['mailproof_limit_refusals_total', { window: 'verify' }],
      ['mailproof_limit_refusals_total', { window: 'month' }],
    )
    expect(found).toEqual([1, 1])
  })

  test('without a key and with unknown keys are counted too', async () => {
    const limited = await start({ env: { METRICS_PORT: '0', ANONYMOUS_REQUESTS_PER_MINUTE: '1' } })
    const operator = client(`http://127.0.0.1:${limited.service.metricsPort}`)
    try {
      const query = '{ pricing { currency } }'
      for (let call = 0; call < 2; call++) await limited.request('POST', '/graphql', { body: { query } })
      for (let call = 0; call < 61; call++)
        await limited.call('verifyEmail', { key: newApiKey(false), body: { email: GOOD } })
      const counts = parseMetrics((await operator.request('GET', '/metrics')).text)
      const refused = (window: string) => sumOf(counts, 'mailproof_limit_refusals_total', { window })
      expect(['anonymous', 'key', 'other'].map(refused)).toEqual([1, 1, 0])
    } finally {
      operator.close()
      await limited.stop()
    }
  })
})

describe('the log and its consumers', () => {
  test('count appends with their events, and time them', async () => {
    const { key } = await api.account()
    const [written, events, timed] = await moved(
      () => api.call('verifyEmail', { key, body: { email: GOOD } }),
      ['mailproof_appends_total', { outcome: 'written' }],
      ['mailproof_appended_events_total'],
      ['mailproof_append_duration_seconds_count'],
    )
    expect(written).toBeGreaterThanOrEqual(1)
    expect(events).toBeGreaterThanOrEqual(written!)
    expect(timed).toBe(written)
  })

  test('report the lag of every read model and reactor', async () => {
    const families = await read()
    const models = api.service.container.projections.names
    const named = (name: string, label: string) => families.get(name)!.samples.map(({ labels }) => labels[label])
    expect(named('mailproof_projection_lag_seconds', 'projection').sort()).toEqual([...models].sort())
    expect(sumOf(families, 'mailproof_projection_running')).toBe(models.length)
    const reactors = named('mailproof_reactor_lag_seconds', 'reactor')
    expect(reactors).toContain('webhooks')
    expect(sumOf(families, 'mailproof_reactor_running')).toBe(reactors.length)
    for (const { value } of families.get('mailproof_projection_lag_seconds')!.samples) expect(value).toBeLessThan(60)
  })

  test('report the jobs of the queue by state', async () => {
    const { samples } = (await read()).get('mailproof_jobs')!
    const states = samples.filter(({ labels }) => labels.kind === 'sweep').map(({ labels }) => labels.state)
    expect(states.sort()).toEqual(['due', 'failing', 'later', 'running'])
  })
})

describe('lookups of verifications', () => {
  test('in DNS are counted by outcome, and a cached answer is not a lookup', async () => {
    const { key } = await api.account()
    const verify = (domain: string) => api.call('verifyEmail', { key, body: { email: `ada@${domain}` } })
    const outcome = (outcome: string): Series => ['mailproof_dns_lookups_total', { type: 'mx', outcome }]
    const cache = (result: string): Series => ['mailproof_dns_cache_requests_total', { result }]
    const route = (result: string): Series => ['mailproof_route_cache_requests_total', { result }]
    const found = await moved(
      async () => {
        await verify('slow.mailproof.net')
        await verify('missing.mailproof.net')
        await verify('servfail.mailproof.net')
        await verify('timeout.mailproof.net')
      },
      outcome('answered'),
      outcome('nxdomain'),
      outcome('servfail'),
      outcome('timeout'),
    )
    expect(found).toEqual([1, 1, 1, 1])
    expect(await moved(() => verify('slow.mailproof.net'), cache('miss'), route('hit'), route('miss'))).toEqual([
      0, 1, 0,
    ])
    // It has the same mail exchange.
    const fresh = await moved(() => verify('ttl-minute.mailproof.net'), cache('hit'), route('hit'), route('miss'))
    expect(fresh[0]).toBeGreaterThanOrEqual(1)
    expect(fresh.slice(1)).toEqual([0, 1])
    const families = await read()
    expect(sumOf(families, ...cache('miss'))).toBe(sumOf(families, 'mailproof_dns_lookups_total'))
    expect(sumOf(families, 'mailproof_dns_lookup_duration_seconds_count')).toBeGreaterThan(0)
  })

  test('in the pool are counted by hit or miss', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const email = `${CANARY}-shared@explicit.mailproof.net`
    await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    const { key: reader } = await api.account()
    const verify = () => api.call('verifyEmail', { key: reader, body: { email } })
    await eventually(verify, (answer) => answer.body.from_pool === true)
    const found = await moved(
      verify,
      ['mailproof_pool_lookups_total', { result: 'hit' }],
      ['mailproof_pool_lookups_total', { result: 'miss' }],
    )
    expect(found).toEqual([1, 0])
  })
})

test('webhooks are counted by outcome', async () => {
  const { key } = await api.account()
  const outcomes = ['delivered', 'retried', 'failed', 'disabled']
  const readCounts = async () => {
    const families = await read()
    return outcomes.map((outcome) => sumOf(families, 'mailproof_webhook_outcomes_total', { outcome }))
  }
  const before = await readCounts()
  const all = (wanted: readonly number[]) =>
    eventually(readCounts, (now) => now.every((count, index) => count - before[index]! === wanted[index]))

  await hook(api, key, target.url, { events: ['verification.completed'] })
  const verify = () => api.call('verifyEmail', { key, body: { email: GOOD } })
  await verify()
  await all([1, 0, 0, 0])
  status = 500
  await verify()
  await all([1, 1, 0, 0])
  status = 410
  await verify()
  await all([1, 1, 1, 1])
})

test('the process reports its CPU, memory and event loop', async () => {
  const families = await read()
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_active_seconds_total',
    'nodejs_heap_size_used_bytes',
  ]) {
    expect(sumOf(families, name)).toBeGreaterThan(0)
  }
})

test('metrics contain no personal data: no address, key, account, domain or URL', async () => {
  const { id, key } = await api.account()
  const webhook = await hook(api, key, `${target.url}&${CANARY}`)
  await api.call('verifyEmail', { key, body: { email: GOOD } })
  await api.call('verifyEmail', { key: `${key}x`, body: { email: GOOD } })
  await api.request('GET', `/v1/webhooks/${CANARY}`, { key })
  await api.request('GET', `/${CANARY}?email=${GOOD}`, { key })
  await dataOf(api, `{ pricing { ${CANARY.replaceAll('.', '_')}: currency } }`)
  const { text } = await scrape()
  expect(webhook.id).toMatch(/^wh_/)
  const secrets = [CANARY, CANARY.replaceAll('.', '_'), 'mailproof.net', 'ada', '@', id, key, webhook.id, '://']
  // A result of senders' events has a name in it.
  const shown = text.toLowerCase().replaceAll('unreadable', '')
  for (const canary of secrets) expect(shown).not.toContain(canary.toLowerCase())
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|127\.0\.0\.1|mpk_/)
})

test('a page that has its own name lead to a loopback address reads no metrics, behind a proxy either', async () => {
  const proxied = await start({ env: { METRICS_PORT: '0', TRUST_PROXY: 'loopback' } })
  const ofProxied = client(`http://127.0.0.1:${proxied.service.metricsPort}`)
  try {
    for (const { request } of [metrics, ofProxied]) {
      const statusFor = async (Host: string) => (await request('GET', '/metrics', { headers: { Host } })).status
      expect(await statusFor('evil.example:9464')).toBe(421)
      for (const host of ['localhost:9464', '127.0.0.1', '[::1]:9464']) expect(await statusFor(host)).toBe(200)
    }
  } finally {
    ofProxied.close()
    await proxied.stop()
  }
})

describe('a misconfiguration', () => {
  let server: Server
  const directory = tempDirectory()
  afterAll(() => {
    server.close()
    directory.remove()
  })

  test('of a used port stops the start in one line that names the setting', async () => {
    server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const settings = { DATA_DIR: directory.path, PORT: '0', METRICS_PORT: String(port), LOG_LEVEL: 'silent' }
    const starting = serve(loadConfig(settings))
    await expect(starting).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(new RegExp(`^METRICS_PORT: .*:${port}.*choose another METRICS_PORT\\.$`)),
    })
  })
})
