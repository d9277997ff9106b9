// Events of old versions are read in the current one, everywhere.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createAsOf } from '../../src/eventing/asOf/asOf.js'
import type { Entity } from '../../src/eventing/entity.js'
import { createFeed } from '../../src/eventing/feed.js'
import type { Projection } from '../../src/eventing/projection.js'
import { type Upcaster, withUpcasters } from '../../src/eventing/upcast.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import { START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { collect, newEvent } from '../../testbed/given/events.js'
import { someone } from './tallies.js'
import { createWorld, type Process, type World } from './world.js'

/** Version 1 of a gift has `cents`, version 2 `amount` and `currency`, version 3 also a giver. */
type Given = DomainEvent<
  'GiftGiven',
  { readonly amount: number; readonly currency: string; readonly giver: string | null }
>
type Thanked = DomainEvent<'GiverThanked', { readonly times: number }>
type Sum = { readonly gifts: number; readonly amount: number; readonly currencies: readonly string[] }

const gifts: Projection<Given | Thanked, Sum> = {
  name: 'gifts',
  version: 1,
  indexes: { byAmount: ['amount', '_id'] },
  keys: ({ type }) => (type === 'GiftGiven' ? ['all'] : []),
  apply(document, event) {
    if (event.type !== 'GiftGiven') return document ?? null
    const before = document ?? { gifts: 0, amount: 0, currencies: [] }
    const { amount, currency } = event.data
    return { gifts: before.gifts + 1, amount: before.amount + amount, currencies: [...before.currencies, currency] }
  },
}

const upcasters: readonly Upcaster[] = [
  { type: 'GiftGiven', from: 2, upcast: (data: object) => ({ ...data, giver: null }) },
  {
    type: 'GiftGiven',
    from: 1,
    upcast: ({ cents }: { readonly cents: number }) => ({ amount: cents / 100, currency: 'EUR' }),
  },
]

const entity: Entity<number, Given | Thanked> = {
  stream: 'gift-1',
  initial: 0,
  evolve: (sum, event) => (event.type === 'GiftGiven' ? sum + event.data.amount : sum),
}

let world: World
let old: Process
beforeEach(async () => {
  world = createWorld()
  old = await world.openProcess({ projections: [], start: false })
})
afterEach(() => world.dispose())

/** An event as a program with this schema version wrote it. */
async function wrote(schema: string, data: object, type = 'GiftGiven'): Promise<void> {
  const { id: actor, correlationId, commandId } = someone()
  const meta = { schema, correlationId, causationId: commandId, commandId, actor }
  await old.store.append('gift-1', [{ id: commandId, type, data, meta }], { expected: 'any' })
}

const openPresent = (given: readonly Upcaster[] = upcasters) =>
  world.openProcess({ projections: [gifts], store: (real) => withUpcasters(real, given) })

const third: Given = { type: 'GiftGiven', data: { amount: 3, currency: 'GBP', giver: 'ada' } }
const all = { gifts: 3, amount: 6, currencies: ['EUR', 'USD', 'GBP'] }

/** A log with events of all versions; the last one is written by the current program. */
async function openHistory() {
  await wrote('1', { cents: 100 })
  await wrote('1', { times: 1 }, 'GiverThanked')
  await wrote('2', { amount: 2, currency: 'USD' })
  const present = await openPresent()
  await present.eventing.append('gift-1', [third], someone(), 'any')
  await present.untilFolded()
  return present
}

const schemas = async (store: Process['store']) => (await collect(store.readAll())).map(({ meta }) => meta.schema)

describe('an event of an old version', () => {
  test('is folded in the current one, live and in a rebuild', async () => {
    const present = await openHistory()
    expect(await present.get('all')).toEqual(all)
    await present.rebuild(['gifts'])
    await present.untilFolded()
    expect(await present.get('all')).toEqual(all)
    expect((await present.statusOf()).generation).toBe(2)
  })

  test('is folded in the current one when the log is verified', async () => {
    const present = await openHistory()
    expect(await present.verify(['gifts'])).toMatchObject([{ documents: 1, different: [] }])
    await wrote('1', { cents: 700 })
    await present.untilFolded()
    expect(await present.verify(['gifts'])).toMatchObject([{ documents: 1, different: [] }])
  })

  test('is folded in the current one by as-of queries and reads up to the head', async () => {
    const present = await openHistory()
    const store = withUpcasters(present.store, upcasters)
    const definition = { name: 'gifts', version: 1, retainedModels: [{ projection: gifts, includes: () => true }] }
    const past = createAsOf({ store, documents: present.documents })
    const [, , second] = await collect(present.store.readAll())
    const view = await past.at(definition, second!.position, '2026-11-21', { signal: new AbortController().signal })
    expect((await view.read(gifts).get('all'))?.document).toEqual({ gifts: 2, amount: 3, currencies: ['EUR', 'USD'] })
    expect(await present.eventing.read(gifts).getUpToHead('all')).toEqual(all)
    expect(await present.eventing.read(gifts).getOrReplay('other', 'gift-1')).toBeUndefined()
  })

  test('is upcast for deciders and feeds', async () => {
    const present = await openHistory()
    const heard: Recorded[] = []
    const store = withUpcasters(present.store, upcasters)
    const feed = createFeed({ store, types: ['GiftGiven'], log: silentLog })
    await feed.listen((event) => heard.push(event))
    const { state } = await present.eventing.handle(entity, someone(), (sum) => [
      { ...third, data: { ...third.data, amount: sum } },
    ])
    expect(state).toBe(6)
    await wrote('1', { cents: 900 })
    await eventually(
      () => heard.length,
      (count) => count === 2,
    )
    feed.close()
    expect(heard.map(({ data }) => data)).toEqual([
      { amount: 6, currency: 'GBP', giver: 'ada' },
      { amount: 9, currency: 'EUR', giver: null },
    ])
  })

  test('stays unchanged in the log, and has the current version in the program', async () => {
    const present = await openHistory()
    expect(await schemas(present.store)).toEqual(['1', '1', '2', '3'])
    const raised = withUpcasters(present.store, upcasters)
    expect(await schemas(raised)).toEqual(['3', '1', '3', '3'])
    const [first] = await collect(raised.readStream('gift-1', { limit: 1 }))
    const [stored] = await collect(present.store.readStream('gift-1', { limit: 1 }))
    expect(stored!.data).toEqual({ cents: 100 })
    expect(first).toEqual({
      ...stored,
      data: { amount: 1, currency: 'EUR', giver: null },
      meta: { ...stored!.meta, schema: '3' },
    })
  })

  test('is not written again: a repeated append is recognised by its ids', async () => {
    const present = await openHistory()
    const again = someone('again')
    const first = await present.eventing.append('gift-2', [third], again, 'no_stream')
    expect(await present.eventing.append('gift-2', [third], again, 'no_stream')).toEqual(first)
  })
})

describe('events without an upcaster', () => {
  test('are the same objects that the store returned', async () => {
    await wrote('1', { times: 1 }, 'GiverThanked')
    const slice = { events: await collect(old.store.readAll()), position: '1', caughtUp: true, bytes: 0 }
    const store = {
      ...old.store,
      readAll: async function* () {
        yield* slice.events
      },
      subscribe: async function* () {
        yield slice
      },
    }
    const raised = withUpcasters(store, upcasters)
    expect((await collect(raised.readAll()))[0]).toBe(slice.events[0])
    const [same] = await collect(raised.subscribe({ after: '0', signal: new AbortController().signal }))
    expect(same!.events).toBe(slice.events)
    expect(withUpcasters(store, [])).toBe(store)
  })

  test('of a type that the program does not know make the read fail, unless they are ignorable', async () => {
    await wrote('1', { cents: 100 })
    const newer = withUpcasters(old.store, upcasters, { known: ['Sung', 'Danced'], ignorable: new Set(['Sung']) })
    await newer.append('gift-2', [newEvent({}, 'Sung')], { expected: 'any' })
    const older = withUpcasters(old.store, upcasters, { known: ['GiftGiven'], ignorable: new Set() })
    const types = async () => (await collect(older.readAll())).map(({ type }) => type)
    expect(await types()).toEqual(['GiftGiven', 'Sung'])
    await newer.append('gift-2', [newEvent({}, 'Danced')], { expected: 'any' })
    await expect(types()).rejects.toThrow(
      'Danced at 00000000000000000000000000000003 has version 1; this program does not know this type: start the newer',
    )
  })

  test('of a later version of a type without upcasters make the read fail', async () => {
    await wrote('2', {}, 'GiverThanked')
    const store = withUpcasters(old.store, [], { known: ['GiverThanked'], ignorable: new Set() })
    await expect(collect(store.readAll())).rejects.toThrow('has version 2; this program knows 1 to 1')
    const { signal } = new AbortController()
    await expect(collect(store.subscribe({ after: START, signal }))).rejects.toThrow('this program knows 1 to 1')
  })

  test('of a future version make the read fail', async () => {
    for (const schema of ['4', '0', 'x', '1.5']) await wrote(schema, {})
    const raised = withUpcasters(old.store, upcasters)
    await expect(collect(raised.readAll())).rejects.toThrow(
      'GiftGiven at 00000000000000000000000000000001 has version 4; this program knows 1 to 3',
    )
    for (const after of [1, 2, 3].map((number) => number.toString(16).padStart(32, '0')))
      await expect(collect(raised.readAll({ after }))).rejects.toThrow('this program knows 1 to 3')
  })
})

test.each([
  ['a gap', [1, 3]],
  ['two ways', [1, 1]],
  ['no beginning', [2]],
])('upcasters with %s are rejected immediately', (_, versions) => {
  const given = versions.map((from) => ({ type: 'GiftGiven', from, upcast: () => ({}) }))
  expect(() => withUpcasters(old.store, given)).toThrow(/expected an upcaster from version \d/)
})
