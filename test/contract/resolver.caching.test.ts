// The caching resolver: the contract, TTLs, and shared lookups.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createCachingResolver } from '../../src/adapters/dns/cachingResolver.js'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { resolverContract } from './resolverContract.js'

resolverContract('caching over UDP', (options) =>
  createCachingResolver(createResolver(options), { maxEntries: 1_000, clock: systemClock }),
)

describe('the caching resolver', () => {
  let server: DnsServer
  let resolver: Resolver
  let now = 0
  const DAY = 86_400
  const LONG_NAME = `${Array(3).fill('x'.repeat(60)).join('.')}.net`

  beforeAll(async () => {
    server = await startDnsServer({
      'two-minutes.net': { A: ['192.0.2.1'], MX: [[10, 'mx.net']], ttl: 120 },
      'week.net': { A: ['192.0.2.1'], ttl: 7 * DAY },
      'zero.net': { A: ['192.0.2.1'], ttl: 0 },
      'empty.net': { SOA: { ttl: 60, minimum: 60 } },
      'empty-week.net': { SOA: { ttl: 7 * DAY, minimum: 7 * DAY } },
      'empty-no-soa.net': { SOA: 'none' },
      'gone.net': { missing: true, SOA: { ttl: 60, minimum: 60 } },
      'servfail.net': { does: 'servfail' },
      'silent.net': { does: 'silent' },
      'slow.net': { A: ['192.0.2.1'], delayMs: 50 },
      'long-names.net': { MX: Array.from({ length: 32 }, (_, at) => [at, `${at}.${LONG_NAME}`] as const), ttl: 120 },
    })
  })
  beforeEach(() => {
    now = 1_700_000_000_000
    server.forget()
    resolver = open(10_000)
  })
  afterEach(() => resolver.close())
  afterAll(() => server.close())

  // A query is repeated after a fifth of the timeout.
  const open = (timeoutMs: number, maxEntries = 3): Resolver =>
    createCachingResolver(createResolver({ servers: [server], timeoutMs }), {
      maxEntries,
      clock: { now: () => now },
    })
  const later = (seconds: number) => {
    now += seconds * 1_000
  }

  test('queries once per TTL, and reports the remaining TTL', async () => {
    expect(await resolver.a('two-minutes.net')).toMatchObject({ ttl: 120 })
    later(100)
    expect(await resolver.a('two-minutes.net')).toEqual({ outcome: 'found', records: ['192.0.2.1'], ttl: 20 })
    expect(server.queries()).toBe(1)
    later(20)
    expect(await resolver.a('two-minutes.net')).toMatchObject({ ttl: 120 })
    expect(server.queries()).toBe(2)
  })

  test('queries again if the clock was set back', async () => {
    await resolver.a('two-minutes.net')
    later(-3_600)
    expect(await resolver.a('two-minutes.net')).toMatchObject({ ttl: 120 })
    expect(server.queries()).toBe(2)
  })

  test('distinguishes names by type, not by case', async () => {
    await resolver.a('two-minutes.net')
    await resolver.a('TWO-minutes.net')
    await resolver.mx('two-minutes.net')
    await resolver.aaaa('two-minutes.net')
    expect(server.queries()).toBe(3)
  })

  test.each(['empty.net', 'gone.net'])('keeps a negative answer as long as its SOA allows: %s', async (name) => {
    await resolver.a(name)
    later(59)
    await resolver.a(name)
    expect(server.queries()).toBe(1)
    later(1)
    await resolver.a(name)
    expect(server.queries()).toBe(2)
  })

  test('keeps records for a day at most', async () => {
    expect(await resolver.a('week.net')).toMatchObject({ ttl: DAY })
    later(DAY)
    await resolver.a('week.net')
    expect(server.queries()).toBe(2)
  })

  test('keeps negative answers for three hours at most (RFC 2308 section 5)', async () => {
    expect(await resolver.a('empty-week.net')).toMatchObject({ ttl: 10_800 })
    later(10_800)
    await resolver.a('empty-week.net')
    expect(server.queries()).toBe(2)
  })

  test.each(['zero.net', 'empty-no-soa.net'])('keeps nothing with a TTL of zero: %s', async (name) => {
    await resolver.a(name)
    await resolver.a(name)
    expect(server.queries()).toBe(2)
  })

  test('keeps neither errors nor timeouts', async () => {
    const hasty = open(500)
    expect(await hasty.a('servfail.net')).toMatchObject({ outcome: 'error' })
    expect(await hasty.a('silent.net')).toMatchObject({ outcome: 'timeout' })
    server.set('servfail.net', { A: ['192.0.2.1'] })
    server.set('silent.net', { A: ['192.0.2.1'] })
    expect(await hasty.a('servfail.net')).toMatchObject({ outcome: 'found' })
    expect(await hasty.a('silent.net')).toMatchObject({ outcome: 'found' })
    await hasty.close()
  })

  test('sends one query for a thousand concurrent callers', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => resolver.a('zero.net')))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['found']))
    expect(server.queries()).toBe(1)
  })

  test('finishes a query for the cache when its only caller has left', async () => {
    const controller = new AbortController()
    const leaver = resolver.a('slow.net', controller.signal)
    controller.abort(new Error('gone'))
    await expect(leaver).rejects.toThrow('gone')
    expect(await resolver.a('slow.net')).toMatchObject({ outcome: 'found' })
    expect(server.queries()).toBe(1)
  })

  test('evicts the least recently used entry', async () => {
    for (const name of ['two-minutes.net', 'empty.net', 'gone.net', 'week.net']) await resolver.a(name)
    await resolver.a('week.net')
    expect(server.queries()).toBe(4)
    await resolver.a('two-minutes.net')
    expect(server.queries()).toBe(5)
  })

  test('counts an answer with many long names as several entries, so that it cannot fill the memory', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => `host${at}.net`)
    const larger = open(10_000, 20)
    for (const name of ten) server.set(name, { A: ['192.0.2.1'], ttl: 120 })
    for (const name of ten) await larger.a(name)
    await larger.mx('long-names.net')
    await larger.mx('long-names.net')
    expect(server.queries(undefined, 'MX')).toBe(1)
    for (const name of [...ten].reverse()) await larger.a(name)
    expect(server.queries(undefined, 'A')).toBeGreaterThan(10)
    await larger.close()
  })
})
