// What the name servers of others see of a search for a mail route, over the real resolver.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../../src/adapters/dns/resolver.js'
import { createMailRouter } from '../../../src/features/verification/engine/route/mailRouter.js'
import type { MailRouter } from '../../../src/features/verification/engine/route.js'
import type { Resolver } from '../../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer, type ZoneEntry } from '../../../testbed/dns/server.js'

const PUBLIC = '1.1.1.1'
/** Long enough that no answered query is repeated. */
const TIMEOUT_MS = 5_000

let server: DnsServer
let resolver: Resolver
let router: MailRouter
let now: number

beforeAll(async () => {
  server = await startDnsServer({})
})
beforeEach(() => {
  now = 1_700_000_000_000
  server.forget()
  open(TIMEOUT_MS)
})
afterEach(() => resolver.close())
afterAll(() => server.close())

function open(timeoutMs: number): void {
  resolver = createResolver({ servers: [server], timeoutMs })
  router = createMailRouter({ resolver, clock: { now: () => now }, maxEntries: 1_000, budgetMs: 4 * timeoutMs })
}

/** A domain that names these hosts, the first the most preferred. */
function named(domain: string, hosts: readonly string[]): string {
  server.set(domain, { MX: hosts.map((host, preference) => [preference, host] as const) })
  return domain
}
const hostsIn = (zone: string, count: number, prefix = 'mx'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.${zone}`)
const seenBy = (zone: string): number => server.received.filter(({ name }) => name.endsWith(zone)).length
const kindOf = async (domain: string): Promise<string> => (await router.find(domain)).route.kind

/** Verifies domains that name forty hosts each, no two the same. */
async function verifyHostileDomains(count: number, zone: string, prefix: string): Promise<void> {
  for (let domain = 0; domain < count; domain++) {
    const hosts = hostsIn(zone, 40, `${prefix}-${domain}-`)
    expect(await kindOf(named(`${prefix}-${domain}.net`, hosts))).toBe('temporary')
  }
}

describe('a zone whose names are in the MX records of hostile domains', () => {
  test('sees at most four queries per verification, and one once many have been made', async () => {
    await verifyHostileDomains(10, 'victim.org', 'some')
    expect(seenBy('victim.org')).toBe(40)
    await verifyHostileDomains(90, 'victim.org', 'many')
    expect(seenBy('victim.org')).toBe(100 + 100)
    now += 5_000
    await verifyHostileDomains(100, 'victim.org', 'more')
    expect(seenBy('victim.org')).toBe(200 + 100 + 50)
  })

  test('sees no more if the records name aliases of its hosts', async () => {
    const aliases = hostsIn('hostile.net', 40)
    for (const [index, alias] of aliases.entries()) server.set(alias, { openCNAME: `host${index}.victim.org` })
    await kindOf(named('hostile.net', aliases))
    expect(seenBy('victim.org')).toBe(4)
  })

  test('sees two queries for each host that has no address', async () => {
    const hosts = hostsIn('victim.org', 40, 'empty')
    for (const host of hosts) server.set(host, {})
    await kindOf(named('empty-hosts.net', hosts))
    expect(seenBy('victim.org')).toBe(8)
  })

  test('leaves the others as they are: what its hosts cost is not taken from another zone', async () => {
    await verifyHostileDomains(40, 'victim.org', 'burst')
    server.forget()
    const hosts = [...hostsIn('provider.org', 3, 'gone'), 'working.provider.org']
    server.set('working.provider.org', { A: [PUBLIC] })
    expect(await kindOf(named('customer.net', hosts))).toBe('explicit')
    expect(seenBy('provider.org')).toBe(4)
  })
})

describe('a host that does not answer', () => {
  test('gets three packets, or six as the only one of a domain, however many domains name it', async () => {
    open(500)
    server.set('silent.victim.org', { does: 'silent' })
    for (let domain = 0; domain < 20; domain++) {
      expect(await kindOf(named(`quiet-${domain}.net`, ['silent.victim.org']))).toBe('temporary')
    }
    expect(seenBy('victim.org')).toBe(6)
    server.set('quiet.victim.net', { does: 'silent' })
    server.set('mute.victim.net', { does: 'silent' })
    expect(await kindOf(named('two.net', ['quiet.victim.net', 'mute.victim.net']))).toBe('temporary')
    expect(seenBy('victim.net')).toBe(6)
  })

  test('is looked up again after a pause that grows to half a minute, and is usable again then', async () => {
    const domain = named('flaky.net', ['mx.flaky.org'])
    const failing: ZoneEntry = { does: 'servfail' }
    server.set('mx.flaky.org', failing)
    const lookedUpAt: number[] = []
    const start = now
    for (let second = 0; second < 100; second++, now += 1_000) {
      server.forget()
      expect(await kindOf(domain)).toBe('temporary')
      if (seenBy('mx.flaky.org') > 0) lookedUpAt.push((now - start) / 1_000)
    }
    expect(lookedUpAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
    server.set('mx.flaky.org', { A: [PUBLIC] })
    now += 30_000
    expect(await kindOf(domain)).toBe('explicit')
  })
})

describe('a domain with many hosts at one provider', () => {
  test.each([5, 20])('takes one query there: %i hosts', async (count) => {
    const hosts = hostsIn('provider.org', count, `many${count}-`)
    for (const host of hosts) server.set(host, { A: [PUBLIC] })
    expect(await kindOf(named(`customer-${count}.net`, hosts))).toBe('explicit')
    expect(seenBy('provider.org')).toBe(1)
  })

  test('is unknown while hosts are left, then as before; each host is looked up once', async () => {
    const gone = hostsIn('provider.org', 9, 'left')
    server.set('last.provider.org', { A: [PUBLIC] })
    const domain = named('moved.net', [...gone, 'last.provider.org'])
    expect(await router.find(domain)).toMatchObject({
      route: { kind: 'temporary', failed: 'address', how: 'error', code: 'TOO_MANY_TARGETS' },
      ttl: undefined,
    })
    expect(await kindOf(domain)).toBe('temporary')
    expect(await kindOf(domain)).toBe('explicit')
    expect(seenBy('provider.org')).toBe(10)
  })

  test('has no target if none of sixteen has an address, and is unknown if there are more, which are not looked at', async () => {
    const domain = named('abandoned.net', hostsIn('provider.org', 16, 'never'))
    const larger = named('crowded.net', hostsIn('provider.com', 17, 'never'))
    for (let search = 0; search < 3; search++) expect(await kindOf(domain)).toBe('temporary')
    expect(await router.find(domain)).toMatchObject({ route: { kind: 'no_target' }, ttl: 60 })
    for (let search = 0; search < 5; search++) expect(await kindOf(larger)).toBe('temporary')
    expect([seenBy('provider.org'), seenBy('provider.com')]).toEqual([16, 16])
  })
})
