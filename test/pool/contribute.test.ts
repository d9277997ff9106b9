// Contributing to a pool, with real stores.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { iso } from '../../src/kernel/clock.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { accountNamed, DAY, HOUR, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressNamed, causeId } from '../../testbed/given/poolEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a contribution', () => {
  test('returns its credits, and is in the log by then', async () => {
    expect(await flow.contribute(ada, {})).toEqual({ credits: 2, unique: true })
    expect(await flow.contribute(bob, {})).toEqual({ credits: 1, unique: false })
    const logged = await flow.contributions()
    expect(logged.map(({ data: { account, credits } }) => [account, credits])).toEqual([
      [ada, 2],
      [bob, 1],
    ])
    expect(new Set(logged.map(({ stream }) => stream))).toEqual(new Set([`address-public.${addressNamed('someone')}`]))
  })

  test('does not count as a vote within a day of the last one, and is a new vote after it', async () => {
    await flow.contribute(ada, {})
    flow.clock.time += DAY - 1
    expect(await flow.contribute(ada, {})).toBeUndefined()
    flow.clock.time += 1
    expect(await flow.contribute(ada, {})).toEqual({ credits: 0, unique: false })
    expect(await flow.contributions()).toHaveLength(2)
  })

  test('of the same cause is made once, and returns the first result again', async () => {
    const cause = causeId('one')
    const result = { checkedAt: iso(flow.clock.time) }
    const first = await flow.contribute(ada, result, { cause })
    flow.clock.time += 3 * DAY
    await flow.contribute(ada, {})
    expect(await flow.contribute(ada, result, { cause })).toEqual(first)
    expect(await flow.contributions()).toHaveLength(2)
  })

  test('in one pool does not affect another', async () => {
    expect(await flow.contribute(ada, {}, { name: ada })).toEqual({ credits: 2, unique: true })
    expect(await flow.contribute(bob, {})).toEqual({ credits: 2, unique: true })
  })

  test('of an erased account is ignored', async () => {
    const gone = { getCreatedAt: async () => undefined, getKeyMask: async () => '' }
    const process = await flow.openProcess({ accounts: gone })
    expect(await flow.contribute(ada, {}, {}, process)).toBeUndefined()
    expect(await flow.contributions()).toEqual([])
  })

  test('has a weight by the age of its account', async () => {
    flow.setAge(ada, 15)
    await flow.contribute(ada, {})
    expect((await flow.contributions())[0]!.data).toMatchObject({ weight: 550_000, young: true })
  })

  test('reports a new domain once, however many are concurrent', async () => {
    await Promise.all(range(30).map((n) => flow.contribute(accountNamed(`${n}`), { address: addressNamed(`${n}`) })))
    const another = await flow.openProcess()
    await flow.follow()
    await flow.contribute(ada, { address: addressNamed('later') }, {}, another)
    expect((await flow.contributions()).filter(({ data }) => data.newDomain)).toHaveLength(1)
  })
})

describe('concurrent contributions', () => {
  test('of forty accounts to a new address: exactly one is unique, in one process and in four', async () => {
    const processes = [await flow.openProcess(), await flow.openProcess(), await flow.openProcess()]
    for (const [address, by] of [
      ['in one', [flow.pool]],
      ['in four', [flow.pool, ...processes]],
    ] as const) {
      const outcomes = await Promise.all(
        range(40).map((n) => {
          const racer = accountNamed(`racer ${n}`)
          return flow.contribute(racer, { address: addressNamed(address) }, {}, by[n % by.length])
        }),
      )
      expect(outcomes.filter((outcome) => outcome?.unique)).toEqual([{ credits: 2, unique: true }])
      expect(outcomes.filter((outcome) => !outcome?.unique)).toEqual(
        range(39).map(() => ({ credits: 1, unique: false })),
      )
    }
    const logged = await flow.contributions()
    expect(logged).toHaveLength(80)
    expect(logged.filter(({ data }) => data.unique)).toHaveLength(2)
    expect(logged.reduce((sum, { data }) => sum + data.credits, 0)).toBe(2 * (2 + 39))
  })

  test('of one account to one address, twenty times: one counts', async () => {
    const outcomes = await Promise.all(range(20).map(() => flow.contribute(ada, {})))
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
    expect(await flow.contributions()).toHaveLength(1)
  })

  test('of one cause, twenty times: all get the result, and one event is recorded, across processes', async () => {
    const other = await flow.openProcess()
    const cause = causeId('one')
    const by = [flow.pool, other]
    const outcomes = await Promise.all(range(20).map((n) => flow.contribute(ada, {}, { cause }, by[n % 2])))
    expect(outcomes).toEqual(range(20).map(() => ({ credits: 2, unique: true })))
    expect(await flow.contributions()).toHaveLength(1)
  })
})

describe('the caps', () => {
  const distinct = (n: number) => ({ address: addressNamed(`a${n}`), domain: `d${n}.example` })
  const credits = async (account = ada) =>
    (await flow.contributions())
      .filter(({ data }) => data.account === account)
      .reduce((sum, { data }) => sum + data.credits, 0)

  test('are exactly a thousand credits a day, however many are concurrent', async () => {
    await Promise.all(range(700).map((n) => flow.contribute(ada, distinct(n))))
    expect(await credits()).toBe(1_000)
    expect(await flow.contributions()).toHaveLength(700)
    expect(await flow.contribute(bob, distinct(701))).toEqual({ credits: 2, unique: true })
    expect(await flow.contribute(ada, distinct(701))).toEqual({ credits: 0, unique: false })
    flow.clock.time = Date.UTC(2026, 10, 22)
    expect(await flow.contribute(ada, distinct(702))).toEqual({ credits: 2, unique: true })
  })

  test('are five credited addresses per domain, account and day, however many are concurrent', async () => {
    const same = (n: number) => ({ address: addressNamed(`a${n}`) })
    const outcomes = await Promise.all(range(60).map((n) => flow.contribute(ada, same(n))))
    expect(outcomes.filter((outcome) => outcome!.credits > 0)).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome!.unique)).toHaveLength(60)
    expect((await flow.contribute(bob, same(100)))?.credits).toBe(2)
    expect((await flow.contribute(ada, { ...same(101), domain: 'other.example' }))?.credits).toBe(2)
    flow.clock.time += DAY
    expect((await flow.contribute(ada, same(102)))?.credits).toBe(2)
  })

  test('are not used up by contributions without credits', async () => {
    for (const n of range(10)) await flow.contribute(ada, { address: addressNamed(`a${n}`), role: true })
    expect((await flow.contribute(ada, {}))?.credits).toBe(2)
  })

  test('are not used up by what is given back: a full domain leaves the daily credits as they were', async () => {
    const outcomes = await Promise.all(
      range(900).map((n) => flow.contribute(ada, n % 2 ? { address: addressNamed(`a${n}`) } : distinct(n))),
    )
    // 450 of as many domains, and five of the domain that the others share
    expect(outcomes.filter((outcome) => outcome!.credits > 0)).toHaveLength(455)
    expect(await credits()).toBe(910)
  })

  test('start from the log when a ledger starts empty', async () => {
    await Promise.all(range(499).map((n) => flow.contribute(ada, distinct(n))))
    for (const n of range(3)) await flow.contribute(bob, { address: addressNamed(`b${n}`) })
    const another = await flow.openProcess()
    const outcomes = await Promise.all(range(5).map((n) => flow.contribute(ada, distinct(1_000 + n), {}, another)))
    expect(outcomes.filter((outcome) => outcome!.credits > 0)).toHaveLength(1)
    const bobs = await Promise.all(
      range(5).map((n) => flow.contribute(bob, { address: addressNamed(`c${n}`) }, {}, another)),
    )
    expect(bobs.filter((outcome) => outcome!.credits > 0)).toHaveLength(2)
  })

  test('hold although the ledger has evicted an idle entry', async () => {
    for (const n of range(4)) await flow.contribute(ada, { address: addressNamed(`a${n}`) })
    flow.clock.time += HOUR + HOUR / 12
    await flow.contribute(bob, {})
    const outcomes = await Promise.all(range(5).map((n) => flow.contribute(ada, { address: addressNamed(`b${n}`) })))
    expect(outcomes.filter((outcome) => outcome!.credits > 0)).toHaveLength(1)
  })

  test('are given back what a conflict did not earn', async () => {
    const ledger = createMemoryLedger({ clock: flow.clock })
    let met = false
    const process = await flow.openProcess({
      ledger,
      before: async () => {
        if (met) return
        met = true
        await flow.contribute(bob, {})
      },
    })
    expect(await flow.contribute(ada, {}, {}, process)).toEqual({ credits: 1, unique: false })
    const usedOf = async (what: string) => (await ledger.take(`public.${ada}`, what, 0, 0, async () => 0)).used
    expect(await usedOf('2026-11-21')).toBe(1)
    expect(await usedOf('2026-11-21.example.net')).toBe(1)
  })

  test('keep what an append with an unknown outcome may have earned', async () => {
    const ledger = createMemoryLedger({ clock: flow.clock })
    let deaths = 1
    const after = () => {
      if (deaths-- > 0) throw new StoreUnavailable('it died')
    }
    const process = await flow.openProcess({ ledger, after })
    const cause = causeId('one')
    await expect(flow.contribute(ada, {}, { cause }, process)).rejects.toThrow(StoreUnavailable)
    expect(await flow.contribute(ada, {}, { cause }, process)).toEqual({ credits: 2, unique: true })
    expect((await ledger.take(`public.${ada}`, '2026-11-21', 0, 0, async () => 0)).used).toBe(2)
    expect(await flow.contributions()).toHaveLength(1)
  })
})

test('a failed append leaves a domain as new as it was', async () => {
  let deaths = 1
  const before = () => {
    if (deaths-- > 0) throw new StoreUnavailable('it died')
  }
  const process = await flow.openProcess({ before })
  await expect(flow.contribute(ada, {}, {}, process)).rejects.toThrow(StoreUnavailable)
  await flow.contribute(ada, {}, {}, process)
  expect((await flow.contributions())[0]!.data.newDomain).toBe(true)
})
