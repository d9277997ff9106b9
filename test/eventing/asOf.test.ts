// As-of folds and their snapshots.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createAsOf } from '../../src/eventing/asOf/asOf.js'
import { createPast } from '../../src/eventing/asOf/past.js'
import type { AsOfDefinition } from '../../src/eventing/asOf/snapshots.js'
import { foldSlice } from '../../src/eventing/fold.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Document, DocumentStore, Stored } from '../../src/kernel/ports/documentStore.js'
import { type EventStore, StoreUnavailable, type Waiting } from '../../src/kernel/ports/eventStore.js'
import { type Position, START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { collect } from '../../testbed/given/events.js'
import { createMemoryCollection } from './memoryCollection.js'
import { added, removed, someone, type Tallied, tallyModel } from './tallies.js'
import { createWorld, type World } from './world.js'

const DAY = 24 * 3_600_000
const IDS = ['a', 'b', 'c', 'd']

let world: World
let store: EventStore
let documents: DocumentStore
beforeEach(async () => {
  world = createWorld()
  const flow = await world.openProcess({ projections: [], start: false })
  store = flow.store
  documents = flow.documents
  append = flow.append
})
afterEach(() => world.dispose())
let append: (...events: readonly Tallied[]) => Promise<Position>

const tally = tallyModel()
const model = { projection: tally, includes: () => true }
const definition: AsOfDefinition = { name: 'tallies', version: 1, retainedModels: [model] }
const never = new AbortController().signal

type Given = Partial<Parameters<typeof createAsOf>[0] & { readonly definition: AsOfDefinition }>

/** As-of folds of one definition. */
function openAsOf({ definition: wanted = definition, ...given }: Given = {}) {
  const past = createAsOf({ store, documents, minSnapshotEvents: 1, ...given })
  return {
    at: (position: Position, day: string, signal: AbortSignal) => past.at(wanted, position, day, { signal }),
    prepare: (position: Position, day: string, signal: AbortSignal) => past.prepare(wanted, position, day, signal),
    dropSnapshots: past.dropSnapshots,
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The read models as of a position, as a query would see them. */
async function seen(position: Position, past = openAsOf(), day = dayOf(world.clock.time)) {
  const view = await past.at(position, day, never)
  return Promise.all(IDS.map((id) => view.read(tally).get(id)))
}

/** The documents that the runner folds from the same events. */
async function folded(position: Position) {
  const { collection } = createMemoryCollection()
  const events = await collect(store.readAll())
  await foldSlice(
    tally,
    collection,
    events.filter((event) => event.position <= position),
  )
  return Promise.all(IDS.map((id) => collection.get(id)))
}

type Snapshot = Document & { readonly versions?: string; readonly key?: string; readonly rows?: unknown }
const snapshots = () => documents.collection<Snapshot>({ name: 'snapshots' })
const kept = async (): Promise<Stored<Snapshot>[]> => collect(snapshots().all())
const days = async (): Promise<unknown[]> =>
  (await kept()).flatMap(({ document: { day } }) => (day === undefined ? [] : [day]))

/** Appends ten events on each of `count` days, starting at the world's first day; ends on the day after. */
async function passDays(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    for (let event = 0; event < 10; event++) {
      await append(added([IDS[event % 3]!, IDS[event % 2]!], event), ...(event === 7 ? [removed('a')] : []))
    }
    world.clock.time += DAY
  }
}

/** Start position of every read of the log. */
function watched(real: EventStore) {
  const scans: Position[] = []
  const watching: EventStore = {
    ...real,
    readAll: (options = {}) => {
      if (options.limit === undefined) scans.push(options.after ?? START)
      return real.readAll(options)
    },
  }
  return { scans, store: watching }
}

describe('an as-of fold', () => {
  test('gives the same documents and positions as the runner, at every position', async () => {
    const step = fc.oneof(
      fc.record({ to: fc.array(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }), by: fc.nat(9) }),
      fc.constantFrom(...IDS),
      fc.nat(2 * DAY),
    )
    for (const one of fc.sample(step, 60)) {
      if (typeof one === 'number') world.clock.time += one
      else await append(typeof one === 'string' ? removed(one) : added(one.to, one.by))
    }
    world.clock.time += 60 * DAY
    for (const minSnapshotEvents of [Number.POSITIVE_INFINITY, 1]) {
      const past = openAsOf({ minSnapshotEvents })
      for (const { position, recordedAt } of await collect(store.readAll())) {
        expect(await seen(position, past, recordedAt.slice(0, 10))).toEqual(await folded(position))
        expect(await seen(position, past)).toEqual(await folded(position))
      }
    }
    expect((await days()).length).toBeGreaterThan(3)
  })

  test('leaves out documents that no query can need', async () => {
    const position = await append(added(['a', 'b']))
    const past = openAsOf({
      definition: { ...definition, retainedModels: [{ ...model, includes: (id) => id !== 'a' }] },
    })
    expect((await seen(position, past)).map((found) => found?.id)).toEqual([undefined, 'b', undefined, undefined])
  })

  test('gives no access to a model without a definition', async () => {
    const view = await openAsOf().at(START, '2026-11-21', never)
    expect(() => view.read(tallyModel({ name: 'other' }))).toThrow('other has no as-of definition')
  })

  test('ends when its signal aborts', async () => {
    await passDays(1)
    const reason = new Error('abandoned')
    const ending = new AbortController()
    const real = store
    const past = openAsOf({
      store: {
        readAll: async function* (options) {
          for await (const event of real.readAll(options)) {
            ending.abort(reason)
            yield event
            options?.signal?.throwIfAborted()
          }
        },
      },
    })
    await expect(past.at(await store.head(), '2026-11-22', ending.signal)).rejects.toBe(reason)
  })

  test('lets other work run between slices', async () => {
    await append(...Array.from({ length: 3_000 }, () => added('a')))
    let turns = 0
    const timer = setInterval(() => turns++)
    await openAsOf().at(await store.head(), '2026-11-21', never)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('snapshots', () => {
  test('are saved at the ends of days, and bound what is read again', async () => {
    await passDays(5)
    const last = await append(added('d'))
    const { scans, store: watching } = watched(store)
    const past = openAsOf({ store: watching })
    const first = await seen(last, past)
    expect(await days()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'])
    expect(await seen(last, past)).toEqual(first)
    expect(scans[0]).toBe(START)
    const [before] = await collect(store.readAll({ after: scans[1]!, limit: 1 }))
    expect(before!.position).toBe(last)
  })

  test('are saved only when a day is certainly over, and only after enough events', async () => {
    await passDays(1)
    const position = await store.head()
    await openAsOf().prepare(position, dayOf(world.clock.time), never)
    expect(await days()).toEqual([])
    await append(added('d'))
    await openAsOf({ minSnapshotEvents: 12 }).prepare(position, dayOf(world.clock.time), never)
    expect(await days()).toEqual([])
    await openAsOf({ minSnapshotEvents: 11 }).prepare(position, dayOf(world.clock.time), never)
    expect(await days()).toEqual(['2026-11-21'])
  })

  test('are never larger than the part of the log that they replace', async () => {
    const all = Array.from({ length: 30 }, (_, n) => `id ${n}`)
    await append(added(all), added(all))
    world.clock.time += DAY
    const last = await append(added('a'))
    await openAsOf().prepare(last, dayOf(world.clock.time), never)
    expect(await days()).toEqual([])
  })

  test('of a day are not used for queries about that day', async () => {
    await passDays(2)
    await append(added('d'))
    const retainedAt = (at: string) => () => at < '2026-11-22'
    const past = openAsOf({ definition: { ...definition, retainedModels: [{ ...model, retainedAt }] } })
    const [first, second] = [at(11), at(22)]
    for (let time = 0; time < 2; time++) {
      expect(await seen(first, past, '2026-11-21')).toEqual(await folded(first))
      expect(await seen(second, past, '2026-11-22')).not.toEqual(await folded(second))
    }
  })

  test('of many parts are complete', async () => {
    const text = 'x'.repeat(40_000)
    await append(...Array.from({ length: 20 }, () => added(IDS)))
    world.clock.time += DAY
    const last = await append(added('a'))
    const wide = {
      ...tally,
      apply: (...given: Parameters<typeof tally.apply>) => ({ ...tally.apply(...given)!, text }),
    }
    const ids = Array.from({ length: 20 }, (_, n) => `${n}`)
    const many = { ...wide, keys: () => ids }
    const past = openAsOf({
      definition: { ...definition, retainedModels: [{ projection: many, includes: () => true }] },
    })
    const [first, again] = [await past.at(last, '2026-11-22', never), await past.at(last, '2026-11-22', never)]
    const parts = (await kept()).filter(({ document: { rows } }) => rows)
    expect(parts.length).toBe(4)
    for (const { document } of parts) expect(JSON.stringify(document).length).toBeLessThan(300_000)
    for (const id of ids) expect(await again.read(many).get(id)).toEqual(await first.read(many).get(id))
  })

  describe('are ignored', () => {
    let last: Position
    let right: unknown
    beforeEach(async () => {
      await passDays(3)
      last = await append(added('d'))
      right = await seen(last)
    })

    /** Rewrites the snapshots' documents. */
    async function falsify(change: (document: Snapshot) => Document | null): Promise<void> {
      const found = await kept()
      const changes = found.map(({ id, position, document }) => ({
        id,
        expected: position,
        position: at(1_000),
        document: change(document) as Snapshot | null,
      }))
      expect(await snapshots().write(changes)).toEqual([])
    }

    const nonsense = ({ rows, ...document }: Snapshot): Document => ({
      ...document,
      ...(rows !== undefined && { rows: [['a', at(1), { times: 666, sum: 666 }]] }),
    })

    test('only if something is wrong with them', async () => {
      await falsify(nonsense)
      expect(await seen(last)).not.toEqual(right)
    })

    test('when a part is missing', async () => {
      await falsify((document) => (document.rows ? null : document))
      expect(await seen(last)).toEqual(right)
    })

    test('when their projections had another version, and are replaced', async () => {
      await falsify(nonsense)
      const newer = { ...tally, version: 2 }
      const past = openAsOf({ definition: { ...definition, retainedModels: [{ ...model, projection: newer }] } })
      expect(await seen(last, past)).toEqual(right)
      const versions = (await kept()).flatMap(({ document: { versions } }) => (versions ? [versions] : []))
      expect(versions).toHaveLength(3)
      expect(new Set(versions).size).toBe(1)
      expect(JSON.stringify(await kept())).not.toContain('666')
      expect(await seen(last)).toEqual(right)
    })

    test('when the definition has another version', async () => {
      await falsify(nonsense)
      expect(await seen(last, openAsOf({ definition: { ...definition, version: 2 } }))).toEqual(right)
    })

    test('when they belong to another log', async () => {
      const other = world.openStores('other.mdb')
      const { clock } = world
      clock.time = Date.UTC(2026, 10, 21)
      for (let day = 0; day < 4; day++) {
        for (let n = 0; n < 11; n++) await other.store.append('tally-1', [newEvent(n)], { expected: 'any' })
        clock.time += DAY
      }
      const position = at(34)
      const past = openAsOf({ store: other.store })
      const found = await seen(position, past)
      expect(found[0]!.document).toEqual({ times: 34, sum: 34 })
    })
  })

  test('saved concurrently are one snapshot', async () => {
    await passDays(3)
    const last = await append(added('d'))
    await Promise.all([1, 2, 3].map(() => openAsOf().prepare(last, dayOf(world.clock.time), never)))
    expect((await kept()).filter(({ document: { rows } }) => rows)).toHaveLength(3)
    expect(await seen(last)).toEqual(await folded(last))
  })

  test('can all be dropped, including those being saved', async () => {
    await passDays(3)
    const last = await append(added('d'))
    const right = await seen(last)
    expect(await kept()).not.toEqual([])
    const past = openAsOf()
    await past.dropSnapshots()
    expect(await kept()).toEqual([])
    let dropped: Promise<void> | undefined
    const late = openAsOf({
      store: {
        readAll: async function* (options) {
          for await (const event of store.readAll(options)) {
            dropped ??= late.dropSnapshots()
            await dropped
            yield event
          }
        },
      },
    })
    expect(await seen(last, late)).toEqual(right)
    expect(await kept()).toEqual([])
  })
})

describe('a log that is slow to get', () => {
  const openPast = (given: { readonly soon?: boolean } = {}) => {
    const refuse = (waiting?: Waiting) => {
      if (waiting?.soon) throw new StoreUnavailable('the log is slow')
    }
    const slow: Pick<EventStore, 'readAll' | 'positionAt' | 'head'> = {
      head: store.head,
      async *readAll(options) {
        refuse(options)
        yield* store.readAll(options)
      },
      async positionAt(time, waiting) {
        refuse(waiting)
        return store.positionAt(time, waiting)
      },
    }
    return createPast({ store: slow, documents, clock: world.clock, log: silentLog, minSnapshotEvents: 1, ...given })
  }

  test('delays a query, unless its caller has to be answered soon', async () => {
    await passDays(2)
    await append(added('d'))
    const time = world.clock.now()
    for (const snapshot of ['without', 'with']) {
      const { eventing } = await openPast().at(definition, { time })
      expect([snapshot, await eventing.read(tally).get('d')]).toEqual([snapshot, expect.anything()])
    }
    await expect(openPast({ soon: true }).at(definition, { time })).rejects.toThrow('the log is slow')
  })

  test('delays the preparation of snapshots, for which nobody waits', async () => {
    await passDays(2)
    await append(added('d'))
    const past = openPast({ soon: true })
    past.preparing(definition)()
    await eventually(days, (saved) => saved.length > 0)
    await past.close()
  })
})

const at = (number: number): Position => number.toString(16).padStart(32, '0')

const newEvent = (n: number) => {
  const { correlationId, commandId, id: actor } = someone()
  const meta = { schema: '1', correlationId, causationId: commandId, commandId, actor }
  return { id: `${commandId}-${n}`, ...added('a'), meta }
}
