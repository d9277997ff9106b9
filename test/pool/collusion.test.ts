// What colluding accounts can learn from the pool: two worlds that differ in what others contributed look the same.
import { describe, expect, test } from '@jest/globals'
import fc from '../../testbed/fastCheck.js'
import { accountNamed, BEGIN, callerOf, DAY, HOUR } from '../../testbed/features/poolFlow.js'
import { collect } from '../../testbed/given/events.js'
import { addressNamed, using } from '../../testbed/given/poolEvents.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import { type MemoryPool, openMemoryPool } from './memoryPool.js'

const MIN_DAYS = 30
const PERIODS = ['daily', 'weekly', 'monthly', 'all-time'] as const
const TARGETS = 4
const EACH = 4

const accountsOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => accountNamed(`${kind} ${at}`))
const victims = accountsOf('victim', EACH)
const youngVictims = accountsOf('young victim', EACH)
const youngColluders = accountsOf('young colluder', EACH)
const bystanders = accountsOf('bystander', EACH)

interface Content {
  readonly address: string
  readonly domain: string
}
const contentOf = (name: string, domain: string): Content => ({ address: addressNamed(name), domain })
/** The addresses that the colluders ask about, two at each domain. */
const targets = Array.from({ length: TARGETS }, (_, at) => contentOf(`target ${at}`, `clan-${at % 2}.example`))
const common = Array.from({ length: 3 }, (_, at) => contentOf(`common ${at}`, 'common.example'))

type Step =
  | { readonly kind: 'victim'; readonly who: number; readonly young: boolean; readonly picks: readonly number[] }
  | { readonly kind: 'colluder'; readonly who: number; readonly target: number }
  | { readonly kind: 'filler'; readonly who: number; readonly domain: number }
  | { readonly kind: 'known'; readonly who: number; readonly which: number }
  | { readonly kind: 'ask' }

interface Game {
  /** Accounts that an address needs. */
  readonly k: number
  /** Colluders that are established. */
  readonly n: number
  readonly steps: readonly (Step & { readonly wait: number })[]
}

/** Nothing, or one of the targets, in each of two worlds. */
const picks = fc.tuple(fc.integer({ min: -1, max: TARGETS - 1 }), fc.integer({ min: -1, max: TARGETS - 1 }))
const who = fc.nat({ max: EACH - 1 })
const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('victim'), who, young: fc.boolean(), picks }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('colluder'), who: fc.nat({ max: 9 }), target: fc.nat({ max: TARGETS - 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('filler'), who: fc.nat({ max: 9 }), domain: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('known'), who, which: fc.nat({ max: common.length - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('ask') }) },
)
const steps = fc.array(
  fc.tuple(step, fc.nat({ max: 12 * HOUR })).map(([each, wait]) => ({ ...each, wait })),
  { minLength: 1, maxLength: 40, size: 'max' },
)
const game: fc.Arbitrary<Game> = fc
  .integer({ min: 2, max: 4 })
  .chain((k) => fc.record({ k: fc.constant(k), n: fc.nat({ max: k - 1 }), steps }))

/** What each victim contributes in a world, within a bound on the established victims per target and per domain. */
function contentsOf({ steps }: Game, world: number, bound: number): readonly Content[] {
  const voted = new Set<string>()
  const behind = new Map<string, Set<number>>()
  const has = (what: string) => behind.get(what) ?? behind.set(what, new Set()).get(what)!
  return steps.map((each, at) => {
    const fresh = contentOf(`fresh ${at}`, `fresh-${at}.example`)
    const pick = each.kind === 'victim' ? each.picks[world]! : -1
    const target = targets[pick]
    if (each.kind !== 'victim' || !target) return fresh
    const { who, young } = each
    const vote = `${young} ${who} ${pick}`
    const groups = [has(target.address), has(target.domain)]
    const fits = young || groups.every((group) => group.size < bound || group.has(who))
    if (voted.has(vote) || !fits) return fresh
    voted.add(vote)
    if (!young) for (const group of groups) group.add(who)
    return target
  })
}

/** As the service verifies with `share_signals`: the pool is looked up, and a miss becomes a contribution. */
async function verify(world: MemoryPool, account: string, name: string, content: Content): Promise<unknown[]> {
  const answer = await world.pool.lookUp({ pool: 'public', account }, content.address, world.clock.time)
  const use = { pool: 'public', lookUps: 1, hits: answer ? 1 : 0 }
  await world.append(`usage-${account}.2026-11`, using(addressVerified({ account, durationUs: 1_000 }), use), name)
  return [answer, answer ? undefined : await world.contribute(account, name, content)]
}

/** Everything that anybody can see, and everything that the colluders' keys show. */
async function everything(
  { pool, clock, exportContributions }: MemoryPool,
  colluders: readonly string[],
): Promise<unknown> {
  const seen: unknown[] = [
    await pool.getPoolStats(),
    await pool.getPoolDays(),
    await pool.getPoolActivity(100),
    await pool.getPoolLevels(),
    await collect(exportContributions({})),
  ]
  for (const period of PERIODS) seen.push(await pool.getPoolLeaderboard(period, 100))
  for (const account of [...colluders, accountNamed('on the free plan')]) {
    const caller = callerOf(account)
    for (const { address } of [...targets, ...common]) {
      seen.push(await pool.lookUp({ pool: 'public', account }, address, clock.time))
    }
    seen.push(await pool.getPoolContributions(caller, { period: 'all-time', page: 1, limit: 100 }))
    seen.push(await pool.getPoolRank(caller))
  }
  seen.push(await collect(pool.getPoolHistory(callerOf(colluders[0] ?? youngColluders[0]!), {})))
  return seen
}

/** All that the colluders see while a game is played in a world. */
async function transcriptOf(given: Game, contents: readonly Content[]): Promise<readonly string[]> {
  const { k, n, steps } = given
  const established = accountsOf('colluder', n)
  const colluders = [...established, ...youngColluders]
  const world = openMemoryPool(BEGIN, {
    minContributors: k,
    contributorMinDays: MIN_DAYS,
    domainMinAddresses: 1,
    domainMinContributors: 1,
  })
  for (const account of [...victims, ...bystanders, ...established]) {
    await world.contribute(account, `first ${account}`, contentOf(`first ${account}`, 'first.example'))
  }
  world.clock.time += MIN_DAYS * DAY
  const seen: unknown[] = []
  for (const [at, each] of steps.entries()) {
    world.clock.time += each.wait
    const name = `step ${at}`
    if (each.kind === 'victim')
      await verify(world, (each.young ? youngVictims : victims)[each.who]!, name, contents[at]!)
    else if (each.kind === 'known')
      await verify(world, [...bystanders, ...victims][each.who]!, name, common[each.which]!)
    else if (each.kind === 'ask') seen.push(await everything(world, colluders))
    else {
      const domain = each.kind === 'filler' ? `clan-${each.domain}.example` : ''
      const content = each.kind === 'filler' ? contentOf(name, domain) : targets[each.target]!
      seen.push(await verify(world, colluders[each.who % colluders.length]!, name, content))
    }
    seen.push(await world.pool.getPoolStats(), await world.pool.getPoolActivity(1))
  }
  seen.push(await everything(world, colluders))
  world.clock.time += DAY
  seen.push(await everything(world, colluders))
  return seen.map((each) => JSON.stringify(each))
}

/**
 * The steps are fixed in advance. That covers adaptive colluders: as long as they have seen the same in both worlds, they
 * take the same step in both.
 */
const seenInBoth = async (given: Game, bound: number) => [
  await transcriptOf(given, contentsOf(given, 0, bound)),
  await transcriptOf(given, contentsOf(given, 1, bound)),
]

describe('n established colluders and any number of young ones', () => {
  test(
    'cannot tell who shared which addresses, while fewer than k − n others share one',
    () =>
      fc.assert(
        fc.asyncProperty(game, async (given) => {
          const [one, other] = await seenInBoth(given, given.k - given.n - 1)
          expect(one).toEqual(other)
        }),
        { numRuns: 60 },
      ),
    240_000,
  )

  test.each([
    [3, 2],
    [3, 1],
    [3, 0],
    [2, 1],
  ])('of %d accounts needed, with %d of their own, learn it with one more: the bound is exact', async (k, n) => {
    const others = Array.from({ length: k - n }, (_, who) => ({
      ...({ kind: 'victim', young: false, wait: 0, who, picks: [0, who === 0 ? -1 : 0] } as const),
    }))
    const own = Array.from({ length: n }, (_, who) => ({ kind: 'colluder', who, target: 0, wait: 0 }) as const)
    const [one, other] = await seenInBoth({ k, n, steps: [...own, ...others] }, k)
    expect(one).not.toEqual(other)
  })
})

describe('k established colluders', () => {
  const own = (target: number) =>
    Array.from({ length: 3 }, (_, who) => ({ kind: 'colluder', who, target, wait: 0 }) as const)
  const other = (young: boolean) => ({ kind: 'victim', young, who: 0, picks: [0, 1], wait: 0 }) as const
  const game = (steps: Game['steps']): Game => ({ k: 3, n: 3, steps })

  test('publish an address themselves, and see that one other account shared or verified it', async () => {
    const [shared, notShared] = await seenInBoth(game([other(false), ...own(0)]), 3)
    expect(shared).not.toEqual(notShared)
    const [verified, notVerified] = await seenInBoth(game([...own(0), other(false)]), 3)
    expect(verified!.join()).toContain('cache_hit')
    expect(notVerified!.join()).not.toContain('cache_hit')
  })

  test('see nothing of what young accounts shared', async () => {
    const [one, another] = await seenInBoth(game([other(true), ...own(0)]), 0)
    expect(one).toEqual(another)
    expect(one!.join()).toContain('"validations":3')
  })
})
