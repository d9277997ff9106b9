// The reactor that contributes what verifications share.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createReactors } from '../../src/eventing/reactors.js'
import type { createPool } from '../../src/features/pool/index.js'
import type { SharingEvent } from '../../src/features/pool/reactors/contributions.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { derivedId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { DAY, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { batchId } from '../../testbed/given/batchEvents.js'
import { addressNamed, sharedResult } from '../../testbed/given/poolEvents.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import { shares, sharesChunk, sharesMany } from './sharingEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const usage = `usage-${ada}.2026-11`
const chunks = `batch-${batchId('first')}`
const results = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    sharedResult({ address: addressNamed(`a${from + n}`), domain: `d${(from + n) % 300}.example` }),
  )
const react = (events: readonly Recorded[], by: ReturnType<typeof createPool> = flow.pool) =>
  by.reactor.react(events as Recorded<SharingEvent>[])

describe('the reactor', () => {
  test('contributes what single verifications share, with their cause', async () => {
    const verified = await flow.append(usage, shares(sharedResult()))
    expect(await react([verified])).toBe(true)
    const [made] = await flow.contributions()
    expect(made!.data).toMatchObject({ account: ada, source: 'single', cause: verified.id, group: null, credits: 2 })
    expect(made!.meta.correlationId).toBe(verified.meta.correlationId)
    expect(made!.meta.commandId).toBe(derivedId(`${verified.id}/${made!.data.address}`))
  })

  test('contributes every row of a synchronous batch, with the call as its cause', async () => {
    const verified = await flow.append(usage, sharesMany(results(50)))
    await react([verified])
    const made = await flow.contributions()
    expect(made).toHaveLength(50)
    for (const { data } of made) {
      expect(data).toMatchObject({ source: 'batch', cause: verified.id, group: verified.meta.commandId })
    }
  })

  test('contributes every row of a chunk, with the batch as its cause', async () => {
    const verified = await flow.append(chunks, sharesChunk(results(30)))
    await react([verified])
    const made = await flow.contributions()
    expect(new Set(made.map(({ data }) => data.address))).toEqual(new Set(results(30).map(({ address }) => address)))
    for (const { data } of made) {
      expect(data).toMatchObject({ source: 'batch', cause: verified.id, group: batchId('first') })
    }
  })

  test('contributes to the pool named in the event', async () => {
    await react([await flow.append(usage, shares(sharedResult(), { pool: ada }))])
    expect((await flow.contributions())[0]!.stream).toBe(`address-${ada}.${addressNamed('someone')}`)
  })

  test('does nothing if nothing is shared, and says so', async () => {
    expect(await react([await flow.append(usage, addressVerified()), await flow.append(chunks, sharesChunk([]))])).toBe(
      false,
    )
    expect(await flow.contributions()).toEqual([])
  })

  test('skips what the response already reported as contributed', async () => {
    const verified = await flow.append(usage, shares(sharedResult()))
    const origin = { source: 'single', cause: verified.id, group: null } as const
    const inline = await flow.contribute(ada, {}, origin)
    expect(inline).toEqual({ credits: 2, unique: true })
    await react([verified])
    expect(await flow.contributions()).toHaveLength(1)
  })

  test('skips what it contributed before, however often and late events are delivered again', async () => {
    const events = [
      await flow.append(usage, shares(sharedResult())),
      await flow.append(chunks, sharesChunk(results(200))),
      await flow.append(usage, sharesMany(results(200, 100), { account: bob })),
    ]
    await react(events)
    const made = await flow.contributions()
    expect(made).toHaveLength(401)
    await react(events)
    flow.clock.time += 40 * DAY
    await react([...events].reverse())
    await Promise.all([react(events), react(events)])
    expect(await flow.contributions()).toEqual(made)
  })

  test('contributes each row once in the end if it dies in between', async () => {
    const events = [
      await flow.append(chunks, sharesChunk(results(150))),
      await flow.append(usage, sharesMany(results(150, 50), { account: bob })),
    ]
    const dead = new StoreUnavailable('it died')
    for (let death = 0; death < 20; death++) {
      // A few more each time, then no more: a kill happens before an append, or after one that was not acknowledged.
      let left = 4 + death
      const die = () => {
        if (left-- <= 0) throw dead
      }
      const dying = await flow.openProcess(death < 19 ? { before: die } : { after: die })
      await expect(react(events, dying)).rejects.toBe(dead)
    }
    await react(events)
    const made = await flow.contributions()
    expect(made).toHaveLength(300)
    expect(new Set(made.map(({ data: { account, address } }) => `${account} ${address}`)).size).toBe(300)
    expect(made.filter(({ data }) => data.unique)).toHaveLength(200)
  })

  test('takes no credits if it cannot take those of every account', async () => {
    const ledger = createMemoryLedger({ clock: flow.clock })
    let isAway = true
    const process = await flow.openProcess({
      ledger: {
        ...ledger,
        take: async (holder, ...rest) => {
          if (isAway && holder.endsWith(bob)) throw new StoreUnavailable('it is away')
          return ledger.take(holder, ...rest)
        },
      },
    })
    const events = [
      await flow.append(usage, sharesMany(results(10))),
      await flow.append(usage, sharesMany(results(10, 10), { account: bob })),
    ]
    const usedOf = async (what: string) => (await ledger.take(`public.${ada}`, what, 0, 0, async () => 0)).used
    await expect(react(events, process)).rejects.toThrow(StoreUnavailable)
    expect([await usedOf('2026-11-21'), await usedOf('2026-11-21.d0.example')]).toEqual([0, 0])
    isAway = false
    await react(events, process)
    expect([await usedOf('2026-11-21'), await usedOf('2026-11-21.d0.example')]).toEqual([20, 1])
  })

  test('leaves nothing running when it fails', async () => {
    let started = 0
    let ended = 0
    const process = await flow.openProcess({
      before: async () => {
        if (++started === 3) throw new StoreUnavailable('it died')
        await nextTurn()
      },
      after: () => void ended++,
    })
    const event = await flow.append(chunks, sharesChunk(results(1_000)))
    await expect(react([event], process)).rejects.toThrow(StoreUnavailable)
    expect(started).toBe(ended + 1)
    expect(await flow.contributions()).toHaveLength(ended)
    expect(ended).toBeLessThan(1_000)
  })

  test('catches up with a log from its start, and continues with new events', async () => {
    for (let n = 0; n < 5; n++) await flow.append(chunks, sharesChunk(results(100, n * 100)))
    const { store, documents, clock } = flow
    const reactors = createReactors({ store, documents, reactors: [flow.pool.reactor], clock, log: silentLog })
    await reactors.start()
    try {
      await eventually(flow.contributions, (made) => made.length === 500)
      await flow.append(usage, shares(sharedResult({ address: addressNamed('new') })))
      await eventually(flow.contributions, (made) => made.length === 501)
      await eventually(reactors.status, ([status]) => status!.lagMs === 0)
    } finally {
      await reactors.stop()
    }
  })
})
