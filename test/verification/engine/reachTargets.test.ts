// Which lookups leave for any MX records, and that fewer of them never make a verdict wrong.
import { expect, test } from '@jest/globals'
import { createMailRouter } from '../../../src/features/verification/engine/route/mailRouter.js'
import type { DnsAnswer, Resolver } from '../../../src/kernel/ports/resolver.js'
import fc from '../../../testbed/fastCheck.js'

type Addresses = DnsAnswer<string>
const found = (address: string): Addresses => ({ outcome: 'found', records: [address], ttl: 60 })
const someAnswer = fc.constantFrom<Addresses>(
  { outcome: 'no_name', ttl: 60 },
  { outcome: 'no_data', ttl: 60 },
  { outcome: 'timeout' },
  { outcome: 'error', code: 'SERVFAIL' },
  found('10.0.0.1'),
)
/** Mostly hosts that cannot be reached: others end the search. */
const someHost = fc.oneof(
  { weight: 9, arbitrary: fc.record({ a: someAnswer, aaaa: someAnswer }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ a: found('1.1.1.1') }, { a: found('10.0.0.1'), aaaa: found('2606:4700::1') }),
  },
) as fc.Arbitrary<Host>

interface Host {
  readonly a: Addresses
  readonly aaaa?: Addresses
}
/** How the reach of one host counts; undefined if it was not found out. */
function stateOf({ a, aaaa }: Host): 'public' | 'not_public' | 'none' | 'failed' {
  const answers = a.outcome === 'no_name' ? [a] : [a, aaaa]
  const texts = answers.flatMap((answer) => (answer?.outcome === 'found' ? answer.records : []))
  if (texts.some((text) => text === '1.1.1.1' || text === '2606:4700::1')) return 'public'
  if (answers.some((answer) => answer?.outcome === 'timeout' || answer?.outcome === 'error')) return 'failed'
  return texts.length > 0 ? 'not_public' : 'none'
}

/** The kind of route if the first sixteen hosts are all looked up; those beyond may be alive. */
function kindOf(hosts: readonly Host[]): string {
  const states = new Set(hosts.slice(0, 16).map(stateOf))
  if (states.has('public')) return 'explicit'
  if (states.has('failed') || hosts.length > 16) return 'temporary'
  return states.has('not_public') ? 'not_public' : 'no_target'
}

function openRouter(hosts: readonly Host[]) {
  let lookedUp: string[] = []
  const hostOf = (name: string): Host => {
    lookedUp.push(name)
    return hosts[Number.parseInt(name, 10)]!
  }
  const resolver: Resolver = {
    mx: async () => ({
      outcome: 'found',
      records: hosts.map((_, index) => ({ exchange: `${index}.victim.org`, preference: index })),
      ttl: 60,
    }),
    a: async (name) => hostOf(name).a,
    aaaa: async (name) => hostOf(name).aaaa!,
    close: async () => {},
  }
  const router = createMailRouter({ resolver, clock: { now: () => 0 }, maxEntries: 10, budgetMs: 60_000 })
  return async () => {
    lookedUp = []
    const { route } = await router.find('hostile.net')
    return { kind: route.kind, lookedUp }
  }
}

test('whatever a zone says, at most four hosts are looked up, each with two queries at most', () =>
  fc.assert(
    fc.asyncProperty(fc.array(someHost, { minLength: 1, maxLength: 40 }), async (hosts) => {
      const search = openRouter(hosts)
      const { lookedUp } = await search()
      expect(new Set(lookedUp).size).toBeLessThanOrEqual(4)
      expect(lookedUp.length).toBeLessThanOrEqual(8)
    }),
  ))

test('no verdict is wrong: it is that of a search without limits, or unknown until a later search', () =>
  fc.assert(
    fc.asyncProperty(fc.array(someHost, { minLength: 1, maxLength: 40 }), async (hosts) => {
      const search = openRouter(hosts)
      const right = kindOf(hosts)
      const kinds: string[] = []
      for (let time = 0; time < 4; time++) kinds.push((await search()).kind)
      for (const kind of kinds) expect(['temporary', right]).toContain(kind)
      expect(kinds.at(-1)).toBe(right)
    }),
  ))

test('a domain with a usable host among its four most preferred is found at once', () =>
  fc.assert(
    fc.asyncProperty(fc.array(someHost, { minLength: 4, maxLength: 20 }), fc.nat({ max: 3 }), async (others, place) => {
      const hosts = others.toSpliced(place, 1, { a: found('1.1.1.1') })
      expect((await openRouter(hosts)()).kind).toBe('explicit')
    }),
  ))
