// The mail route of a domain, over a real DNS server.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../../src/adapters/dns/resolver.js'
import { createDeadTargets } from '../../../src/features/verification/engine/route/deadTargets.js'
import { createMailRouter } from '../../../src/features/verification/engine/route/mailRouter.js'
import type { MailRoute, MailRouter } from '../../../src/features/verification/engine/route.js'
import type { Resolver } from '../../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer } from '../../../testbed/dns/server.js'
import { mailZone } from '../../../testbed/dns/zone.js'

/** A query is repeated after a fifth of it: long enough that no answered one is, on a slow machine too. */
const TIMEOUT = 1_000
const PUBLIC = '1.1.1.1'

let server: DnsServer
let resolver: Resolver
let router: MailRouter
let now = 0

beforeAll(async () => {
  server = await startDnsServer(mailZone(TIMEOUT))
})
beforeEach(() => {
  now = 1_700_000_000_000
  server.forget()
  resolver = createResolver({ servers: [server], timeoutMs: TIMEOUT })
  router = createMailRouter({ resolver, clock: { now: () => now }, maxEntries: 100, budgetMs: 10_000 })
})
afterEach(() => resolver.close())
afterAll(() => server.close())

const routeOf = async (domain: string): Promise<MailRoute> => (await router.find(domain)).route
const sentQueries = () => server.received.map(({ name, type }) => `${type} ${name}`)

describe('a domain with MX records', () => {
  test('is explicit if a target has a public address; exchanges are in order of preference', async () => {
    expect(await routeOf('explicit.mailproof.net')).toEqual({
      kind: 'explicit',
      exchanges: ['mx1.mailproof.net', 'mx2.mailproof.net'],
    })
  })

  test('takes two queries if its first target has a public IPv4 address', async () => {
    await routeOf('explicit.mailproof.net')
    expect(sentQueries()).toEqual(['MX explicit.mailproof.net', 'A mx1.mailproof.net'])
  })

  test('may have targets with IPv6 only', async () =>
    expect(await routeOf('explicit-ipv6.mailproof.net')).toMatchObject({ kind: 'explicit' }))

  test('may have missing or unresponsive targets before a working one', async () => {
    expect(await routeOf('explicit-second.mailproof.net')).toMatchObject({ kind: 'explicit' })
    expect(await routeOf('explicit-silent-first.mailproof.net')).toMatchObject({ kind: 'explicit' })
  })

  test.each([
    ['a failed A and a good AAAA', { AAAA: ['2606:4700::1'], does: { A: 'servfail' } }],
    ['a good A and a failed AAAA', { A: [PUBLIC], does: { AAAA: 'servfail' } }],
    ['no A and a good AAAA', { AAAA: ['2606:4700::1'] }],
  ] as const)('may have a target with %s: that is an answer', async (name, records) => {
    const target = `mx-${name.replaceAll(' ', '-').toLowerCase()}.net`
    server.set(target, records)
    server.set(`of-${target}`, { MX: [[10, target]] })
    expect(await routeOf(`of-${target}`)).toMatchObject({ kind: 'explicit' })
  })

  test('whose only target discards mail, says so', async () => {
    server.set('nullmx.domainmanager.com', { A: [PUBLIC] })
    server.set('swallows.net', { MX: [[10, 'nullmx.domainmanager.com']] })
    expect(await routeOf('swallows.net')).toMatchObject({ kind: 'explicit', blackHole: true })
  })

  test('may be an alias', async () => expect(await routeOf('alias.mailproof.net')).toMatchObject({ kind: 'explicit' }))

  test('is found even if the response is slow', async () =>
    expect(await routeOf('slow.mailproof.net')).toMatchObject({ kind: 'explicit' }))

  test.each(['no-target', 'empty-target'])('none of which has an address, has no target: %s', async (name) =>
    expect(await routeOf(`${name}.mailproof.net`)).toMatchObject({ kind: 'no_target' }),
  )

  test('whose target is an address as text, has no target, and the text is never queried', async () => {
    expect(await routeOf('address-as-target.mailproof.net')).toEqual({
      kind: 'no_target',
      exchanges: ['93.184.215.14'],
    })
    expect(sentQueries()).toEqual(['MX address-as-target.mailproof.net'])
  })

  test('whose target does not exist, takes two queries', async () => {
    await routeOf('no-target.mailproof.net')
    expect(sentQueries()).toEqual(['MX no-target.mailproof.net', 'A mx-gone.mailproof.net'])
  })

  test('with private addresses only is not public', async () =>
    expect(await routeOf('private-target.mailproof.net')).toEqual({
      kind: 'not_public',
      exchanges: ['mx-inside.mailproof.net'],
    }))

  test('lists each exchange once; equal preferences are in order of name', async () => {
    server.set('twice.net', {
      MX: [
        [10, 'mx2.mailproof.net'],
        [10, 'mx1.mailproof.net'],
        [20, 'mx1.mailproof.net'],
        [5, 'z-first.net'],
      ],
    })
    expect(await routeOf('twice.net')).toMatchObject({
      exchanges: ['z-first.net', 'mx1.mailproof.net', 'mx2.mailproof.net'],
    })
  })
})

describe('null MX (RFC 7505)', () => {
  test('is the root as the only exchange', async () =>
    expect(await routeOf('null-mx.mailproof.net')).toEqual({ kind: 'null_mx' }))

  test('beside a real exchange is ignored', async () => {
    server.set('null-and-real.net', {
      MX: [
        [0, '.'],
        [10, 'mx1.mailproof.net'],
      ],
    })
    expect(await routeOf('null-and-real.net')).toEqual({ kind: 'explicit', exchanges: ['mx1.mailproof.net'] })
  })

  test('twice is no target', async () => {
    server.set('null-twice.net', {
      MX: [
        [0, '.'],
        [10, '.'],
      ],
    })
    expect(await routeOf('null-twice.net')).toEqual({ kind: 'no_target', exchanges: [] })
  })
})

describe('a domain without MX records (RFC 5321 section 5.1)', () => {
  test('is parked at a host of parked domains, or as a public suffix', async () => {
    server.set('for-sale.net', { A: ['91.195.240.117'] })
    server.set('github.io', { A: [PUBLIC] })
    expect(await routeOf('for-sale.net')).toEqual({ kind: 'implicit', parked: true })
    expect(await routeOf('github.io')).toEqual({ kind: 'implicit', parked: true })
  })

  test.each(['implicit', 'implicit-ipv6'])('accepts mail at its own public address: %s', async (name) =>
    expect(await routeOf(`${name}.mailproof.net`)).toEqual({ kind: 'implicit' }),
  )
  test('and without an address has no records, even if it exists', async () =>
    expect(await routeOf('no-records.mailproof.net')).toEqual({ kind: 'no_records', nameExists: true }))
  test.each(['private-address', 'loopback-address'])('at a private address is not public: %s', async (name) =>
    expect(await routeOf(`${name}.mailproof.net`)).toEqual({ kind: 'not_public', exchanges: [] }),
  )
  test('is public if any of its addresses is', async () => {
    server.set('half-inside.net', { A: ['10.0.0.1'], AAAA: ['fd00::1', '2606:4700:4700::1111'] })
    expect(await routeOf('half-inside.net')).toEqual({ kind: 'implicit' })
  })
  test('that does not exist has no records, and its address is not queried', async () => {
    expect(await routeOf('missing.mailproof.net')).toEqual({ kind: 'no_records', nameExists: false })
    expect(sentQueries()).toEqual(['MX missing.mailproof.net'])
  })
})

describe('a route is temporary', () => {
  test.each([
    ['timeout', { failed: 'mx', how: 'timeout', exchanges: [] }],
    ['servfail', { failed: 'mx', how: 'error', code: 'SERVFAIL', exchanges: [] }],
    ['refused', { failed: 'mx', how: 'error', code: 'REFUSED', exchanges: [] }],
    ['target-timeout', { failed: 'address', how: 'timeout', exchanges: ['mx-silent.mailproof.net'] }],
    ['target-servfail', { failed: 'address', how: 'error', code: 'SERVFAIL', exchanges: ['mx-failing.mailproof.net'] }],
    ['address-timeout', { failed: 'address', how: 'timeout', exchanges: [] }],
    ['address-servfail', { failed: 'address', how: 'error', code: 'SERVFAIL', exchanges: [] }],
  ])('for %s', async (name, failure) => {
    const routed = await router.find(`${name}.mailproof.net`)
    expect(routed).toEqual({ route: { kind: 'temporary', ...failure }, checkedAt: now, ttl: undefined })
  })

  test('when the MX lookup fails, whatever address the domain has: there is no fallback after an error', async () => {
    server.set('mx-broken.net', { A: [PUBLIC], does: { MX: 'servfail' } })
    expect(await routeOf('mx-broken.net')).toMatchObject({ kind: 'temporary', failed: 'mx' })
    expect(server.queries(undefined, 'A')).toBe(0)
  })

  test('when one target is unknown and the others are unusable', async () => {
    server.set('some-silent.net', {
      MX: [
        [1, 'gone.net'],
        [2, 'mx-silent.mailproof.net'],
        [3, 'mx-inside.mailproof.net'],
      ],
    })
    expect(await routeOf('some-silent.net')).toMatchObject({ kind: 'temporary', failed: 'address', how: 'timeout' })
  })

  test('when the IPv4 address is private and the IPv6 address is unknown', async () => {
    server.set('six-silent.net', { A: ['10.0.0.1'], does: { AAAA: 'silent' } })
    expect(await routeOf('six-silent.net')).toMatchObject({ kind: 'temporary', failed: 'address' })
  })

  test('and after an unresponsive target the others are queried concurrently, so that timeouts do not add up', async () => {
    server.set('all-silent.net', { MX: Array.from({ length: 4 }, (_, i) => [i, `silent${i}.net`] as const) })
    for (let i = 0; i < 4; i++) server.set(`silent${i}.net`, { does: 'silent' })
    expect(await routeOf('all-silent.net')).toMatchObject({ kind: 'temporary' })
    const questions = sentQueries()
    const secondTry = questions.indexOf('A silent1.net', questions.indexOf('A silent1.net') + 1)
    expect(questions).toContain('A silent3.net')
    expect(questions.indexOf('A silent3.net')).toBeLessThan(secondTry)
  })
})

describe('the TTL of a route', () => {
  beforeAll(() => {
    server.set('mx-60.net', { MX: [[1, 'a-600.net']], ttl: 60 })
    server.set('mx-900.net', { MX: [[1, 'a-600.net']], ttl: 900 })
    server.set('a-600.net', { A: [PUBLIC], ttl: 600 })
    server.set('implicit-90.net', { A: [PUBLIC], ttl: 600, SOA: { ttl: 90, minimum: 900 } })
  })
  test.each([
    ['mx-60.net', 60],
    ['mx-900.net', 600],
    ['implicit-90.net', 90],
    ['missing.mailproof.net', 60],
    ['ttl-zero.mailproof.net', 0],
    ['ttl-week.mailproof.net', 604_800],
  ])('is the smallest of the responses that decided it: %s', async (domain, ttl) =>
    expect(await router.find(domain)).toMatchObject({ ttl, checkedAt: now }),
  )
})

describe('the route cache', () => {
  const later = (seconds: number) => {
    now += seconds * 1_000
  }

  test('is empty at first, and then returns the route synchronously, as it was checked', async () => {
    expect(router.cached('explicit.mailproof.net')).toBeUndefined()
    const found = await router.find('explicit.mailproof.net')
    later(100)
    expect(router.cached('explicit.mailproof.net')).toBe(found)
    expect(await router.find('explicit.mailproof.net')).toBe(found)
    expect(server.queries('explicit.mailproof.net')).toBe(1)
  })

  test('keeps a route for its TTL', async () => {
    await router.find('ttl-minute.mailproof.net')
    later(59)
    expect(router.cached('ttl-minute.mailproof.net')).toBeDefined()
    later(1)
    expect(router.cached('ttl-minute.mailproof.net')).toBeUndefined()
  })

  test('keeps no route while the clock says that it was not found yet', async () => {
    await router.find('ttl-minute.mailproof.net')
    later(-3_600)
    expect(router.cached('ttl-minute.mailproof.net')).toBeUndefined()
    await router.find('ttl-minute.mailproof.net')
    expect(server.queries('ttl-minute.mailproof.net')).toBe(2)
  })

  test('keeps negative answers too', async () => {
    await router.find('missing.mailproof.net')
    await router.find('missing.mailproof.net')
    expect(server.queries()).toBe(1)
  })

  test('keeps a route for five seconds if the TTL is zero, and for a day at most', async () => {
    await router.find('ttl-zero.mailproof.net')
    await router.find('ttl-week.mailproof.net')
    later(4)
    expect(router.cached('ttl-zero.mailproof.net')).toBeDefined()
    later(1)
    expect(router.cached('ttl-zero.mailproof.net')).toBeUndefined()
    later(86_394)
    expect(router.cached('ttl-week.mailproof.net')).toBeDefined()
    later(1)
    expect(router.cached('ttl-week.mailproof.net')).toBeUndefined()
  })

  test('never keeps a temporary route', async () => {
    server.set('recovers.net', { does: 'servfail' })
    expect(await routeOf('recovers.net')).toMatchObject({ kind: 'temporary' })
    expect(router.cached('recovers.net')).toBeUndefined()
    server.set('recovers.net', { A: [PUBLIC] })
    expect(await routeOf('recovers.net')).toEqual({ kind: 'implicit' })
  })

  test('keeps at most the maximum number of routes, and drops the oldest', async () => {
    const small = createMailRouter({ resolver, clock: { now: () => now }, maxEntries: 2, budgetMs: 10_000 })
    for (const name of ['explicit', 'implicit', 'null-mx']) await small.find(`${name}.mailproof.net`)
    expect(small.cached('explicit.mailproof.net')).toBeUndefined()
    expect(small.cached('null-mx.mailproof.net')).toBeDefined()
  })

  test('sends the queries of one caller for a thousand concurrent ones', async () => {
    const found = await Promise.all(Array.from({ length: 1_000 }, () => router.find('explicit.mailproof.net')))
    expect(new Set(found).size).toBe(1)
    expect(server.queries()).toBe(2)
  })
})

test.each([{ state: 'none', ttl: 60 } as const, { state: 'failed', how: 'timeout' } as const])(
  'a dead host is looked up again if the clock was set back: %j',
  (reach) => {
    const dead = createDeadTargets({ now: () => now })
    dead.record('mx.mailproof.net', reach)
    expect(dead.find('mx.mailproof.net')).toEqual(reach)
    now -= 3_600_000
    expect(dead.find('mx.mailproof.net')).toBeUndefined()
  },
)

describe('a caller that aborts', () => {
  test('gets its abort reason; the others get the route', async () => {
    const controller = new AbortController()
    const leaver = router.find('slow.mailproof.net', controller.signal)
    const stayer = router.find('slow.mailproof.net', new AbortController().signal)
    controller.abort(new Error('gone'))
    await expect(leaver).rejects.toThrow('gone')
    expect((await stayer).route).toMatchObject({ kind: 'explicit' })
    expect(server.queries('slow.mailproof.net', 'MX')).toBeLessThanOrEqual(3)
  })

  test('before the start sends no query', async () => {
    await expect(router.find('explicit.mailproof.net', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(server.queries()).toBe(0)
  })
})

describe('the time budget of a route', () => {
  test('is never exceeded: queries still open then have timed out', async () => {
    const slow = Array.from({ length: 6 }, (_, index) => `slow-${index}.budget.net`)
    server.set('many-slow.budget.net', { MX: slow.map((name, index) => [index, name] as const) })
    for (const name of slow) server.set(name, { A: ['10.0.0.1'], delayMs: TIMEOUT * 0.6 })
    const hasty = createMailRouter({ resolver, clock: { now: () => now }, maxEntries: 2, budgetMs: TIMEOUT })
    const { route, ttl } = await hasty.find('many-slow.budget.net')
    expect(route).toMatchObject({ kind: 'temporary', failed: 'address', how: 'timeout', exchanges: slow })
    expect(ttl).toBeUndefined()
  })
  test('allows no more queries once it is used up', async () => {
    const queried: string[] = []
    const silent: Resolver = {
      mx: async () => ({
        outcome: 'found',
        records: TARGETS.map((exchange) => ({ exchange, preference: 1 })),
        ttl: 60,
      }),
      a: (name) => {
        queried.push(name)
        return new Promise(() => {})
      },
      aaaa: () => new Promise(() => {}),
      close: async () => {},
    }
    const hasty = createMailRouter({ resolver: silent, clock: { now: () => now }, maxEntries: 2, budgetMs: 50 })
    expect((await hasty.find('dead.example')).route).toMatchObject({ kind: 'temporary', how: 'timeout' })
    expect(queried).toHaveLength(1)
    // What the time did not allow is not held against the target.
    await hasty.find('dead.example')
    expect(queried).toEqual([TARGETS[0], TARGETS[0]])
  })
})

/** More targets than are checked. */
const TARGETS = Array.from({ length: 20 }, (_, index) => `mx${index}.example`)

describe('many zones with only dead targets', () => {
  test('have few lookups in flight beside one each, and every zone gets an answer', async () => {
    const ZONES = 500
    let underWay = 0
    let most = 0
    const look = async <T>(answer: T): Promise<T> => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay--
      return answer
    }
    const dead = { outcome: 'error', code: 'SERVFAIL' } as const
    const zones: Resolver = {
      mx: (name) =>
        look({
          outcome: 'found',
          records: TARGETS.map((target, place) => ({ exchange: `${place}.${target}.${name}`, preference: place })),
          ttl: 60,
        }),
      a: (name) => look(name.startsWith('3.') ? { outcome: 'found', records: [PUBLIC], ttl: 60 } : dead),
      aaaa: () => look(dead),
      close: async () => {},
    }
    const shared = createMailRouter({ resolver: zones, clock: { now: () => now }, maxEntries: ZONES, budgetMs: 60_000 })
    const routes = await Promise.all(Array.from({ length: ZONES }, (_, zone) => shared.find(`zone${zone}.example`)))
    expect(new Set(routes.map(({ route }) => route.kind))).toEqual(new Set(['explicit']))
    expect(most).toBeGreaterThan(ZONES)
    expect(most).toBeLessThanOrEqual(ZONES + 300)
  })
})
