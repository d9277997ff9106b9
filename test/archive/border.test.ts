// A log whose oldest months are in segment files answers as before.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createLmdbChainLinks } from '../../src/adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbLogArchive } from '../../src/adapters/eventstore/lmdb/logArchive.js'
import { runArchive } from '../../src/composition/archive/run.js'
import { verifyArchive } from '../../src/composition/archive/verify.js'
import { createCheckLog } from '../../src/eventing/logCheck/check.js'
import { eventText } from '../../src/kernel/chain.js'
import type { NewEvent, Recorded } from '../../src/kernel/envelope.js'
import { eventId, newId } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import type { LogArchive } from '../../src/kernel/ports/logArchive.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { createChance } from '../../testbed/chance.js'
import fc from '../../testbed/fastCheck.js'
import { collect, follow } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { logPlacePerTest, START_TIME } from './logPlace.js'

const RANGE = 50
const TYPES = ['AddressVerified', 'BatchSubmitted', 'ValidationContributed', 'AccountRegistered', 'UnknownYet']

const { clock, file, opened, closeAll, renew } = logPlacePerTest()
const openStore = () => opened(createLmdbEventStore({ path: file(), clock }))
const openArchive = () => opened(createLmdbLogArchive(file()))

function event(stream: string, type: string, data: unknown): NewEvent {
  const meta = { schema: '1', correlationId: newId(), causationId: newId(), commandId: newId(), actor: 'ada' }
  return { id: eventId(stream, 0, meta), type, data, meta }
}

/** Appends events of several streams and types, with hours between them. */
async function fill(store: EventStore, count: number, hours: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const stream = `s-${(number * 7) % 5}`
    const type = TYPES[(number * 3) % TYPES.length]!
    await store.append(stream, [event(stream, type, { number, text: 'ünïcode', nested: [null, { a: -0.5 }] })], {
      expected: 'any',
    })
    clock.value += hours * HOUR_MS
  }
}

const texts = (events: readonly Recorded[]) => events.map((each) => `${each.position} ${eventText(each)}`)

/** Everything that readers can see. */
async function everything(store: EventStore, positions: readonly number[]) {
  const streams = ['s-0', 's-1', 's-2', 's-3', 's-4', 's-none']
  const types = new Set(['AddressVerified', 'AccountRegistered'])
  const total = (await collect(store.readAll())).length
  return {
    all: texts(await collect(store.readAll())),
    pages: await Promise.all(
      positions.map(async (position) => ({
        after: texts(await collect(store.readAll({ after: at(position), limit: 7 }))),
        ofTypes: texts(await collect(store.readAll({ after: at(position), types, limit: 5 }))),
        event: await store.eventAt(at(position)).then((found) => found && eventText(found)),
      })),
    ),
    streams: await Promise.all(
      streams.map(async (stream) => [
        texts(await collect(store.readStream(stream))),
        texts(await collect(store.readStream(stream, { backwards: true, from: 9n, limit: 4 }))),
      ]),
    ),
    exist: await store.exist(streams),
    head: await store.head(),
    times: await Promise.all(
      Array.from({ length: 40 }, (_, index) => store.positionAt(START_TIME + (index - 2) * 5 * DAY_MS)),
    ),
    followed: texts(await follow(store.subscribe({ after: at(0), signal: new AbortController().signal }), total)),
    followedTypes: texts(
      await follow(
        store.subscribe({ after: at(3), types, signal: new AbortController().signal }),
        (await collect(store.readAll({ after: at(3), types }))).length,
      ),
    ),
  }
}

const check = (store: EventStore) =>
  createCheckLog({
    store,
    links: opened(createLmdbChainLinks(file())),
    setAside: async () => [],
    rangeEvents: RANGE,
  })({ signal: new AbortController().signal })

test('a process that wrote nothing for months appends after what others wrote and archived meanwhile', async () => {
  const [idle, busy] = [openStore(), openStore()]
  await idle.append('s-idle', [event('s-idle', 'AddressVerified', {})], { expected: 'any' })
  await fill(busy, 60, 48)
  await runArchive({ events: busy, archive: openArchive() }, { before: Date.UTC(2026, 3, 1), rangeEvents: 5 })
  const last = await idle.append('s-idle', [event('s-idle', 'AddressVerified', { again: true })], { expected: 'any' })
  expect(await idle.head()).toBe(last.position)
  expect(await collect(busy.readAll())).toHaveLength(62)
})

test('at any borders, every read is the same as before, for a service that is open and for one that opens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 30, max: 160 }),
      fc.integer({ min: 5, max: 30 }),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 3, max: 60 }),
      async (count, hours, months, rangeEvents) => {
        await renew()
        const service = openStore()
        await fill(service, count, hours)
        const positions = Array.from({ length: 200 }, (_, index) => (index * 37) % (count + 3))
        const before = await everything(service, positions)
        for (const month of months.sort((a, b) => a - b)) {
          await runArchive(
            { events: openStore(), archive: openArchive() },
            { before: Date.UTC(2026, month, 1), rangeEvents },
          )
          expect(await everything(service, positions)).toEqual(before)
          expect(await everything(openStore(), positions)).toEqual(before)
        }
        expect(await verifyArchive(openArchive())).toMatchObject({ problems: [], others: [] })
        await closeAll()
      },
    ),
    { numRuns: 12 },
  )
})

test('events of streams that end leave the live log, those that commands load stay; the last month stays whole', async () => {
  const store = openStore()
  await fill(store, 300, 10)
  const archive = openArchive()
  const added = await runArchive({ events: store, archive }, { before: Date.UTC(2027, 0, 1), rangeEvents: 100 })
  expect(new Set(added.map(({ month }) => month))).toEqual(new Set(['2026-01', '2026-02', '2026-03', '2026-04']))
  // Without the archive, the live log has only what stays.
  await closeAll()
  const { open: openLmdb } = await import('lmdb')
  const environment = openLmdb(file(), { noSubdir: true, maxDbs: 12 })
  const live = environment.openDB('log', { keyEncoding: 'binary', encoding: 'binary' }).getKeysCount({})
  await environment.close()
  const events = await collect(openStore().readAll())
  const last = added.at(-1)!.last
  const stays = events.filter(
    ({ type, position }) => position > last || !['AddressVerified', 'BatchSubmitted'].includes(type),
  )
  expect(live).toBe(stays.length)
  expect(live).toBeLessThan(events.length)
})

test('chain links of archived ranges are those from before, and the log check reads across the border', async () => {
  const store = openStore()
  await fill(store, 330, 8)
  const before = await check(store)
  expect(before).toMatchObject({ added: 6, damage: [] })
  await runArchive({ events: store, archive: openArchive() }, { before: Date.UTC(2026, 3, 1), rangeEvents: RANGE })
  const after = await check(store)
  expect(after).toEqual({ ...before, added: 0, proven: 6 })
})

test('an append that is repeated after its events were archived returns the first outcome', async () => {
  const store = openStore()
  const first = event('batch-1', 'BatchSubmitted', { total: 1 })
  const appended = await store.append('batch-1', [first], { expected: 'no_stream' })
  clock.value += 40 * DAY_MS
  await fill(store, 20, 24)
  await runArchive({ events: store, archive: openArchive() }, { before: Date.UTC(2026, 1, 1) })
  expect(await store.append('batch-1', [first], { expected: 'no_stream' })).toEqual(appended)
  await store.append('batch-1', [event('batch-1', 'BatchStarted', {})], { expected: 0n })
  expect((await collect(store.readStream('batch-1'))).map(({ type }) => type)).toEqual([
    'BatchSubmitted',
    'BatchStarted',
  ])
})

test('a run that stops after any of its steps leaves a whole log, and the next one completes it', async () => {
  const store = openStore()
  await fill(store, 200, 12)
  const before = await everything(store, [1, 60, 199])
  const archive = openArchive()
  const options = { before: Date.UTC(2026, 3, 1), rangeEvents: 40 }
  let steps = 0
  for (let allowed = 0; ; allowed++) {
    let left = allowed
    /** Stops before the next step once the allowed ones are done. */
    const step = () => {
      if (left-- <= 0) throw new Error('stopped')
      steps++
    }
    const stopping: LogArchive = {
      ...archive,
      add: async (segment) => {
        step()
        await archive.add(segment)
      },
      trim: async (isKept) => {
        step()
        return archive.trim(isKept)
      },
    }
    const outcome = await runArchive({ events: store, archive: stopping }, options).then(
      () => 'done',
      (error: Error) => error.message,
    )
    expect(await everything(store, [1, 60, 199])).toEqual(before)
    expect(await everything(openStore(), [1, 60, 199])).toEqual(before)
    if (outcome === 'done') break
    expect(outcome).toBe('stopped')
  }
  expect(steps).toBeGreaterThan(10)
  expect(await verifyArchive(archive)).toMatchObject({ events: expect.any(Number), problems: [], others: [] })
})

test('a segment that is missing, shorter, edited or another one is refused in one line that names it, and never served', async () => {
  const store = openStore()
  await fill(store, 200, 12)
  const archive = openArchive()
  const added = await runArchive({ events: store, archive }, { before: Date.UTC(2026, 3, 1), rangeEvents: 100 })
  const [first, second] = added.map((segment) => join(archive.directory, segment.file))
  const whole = readFileSync(first!)
  await closeAll()

  rmSync(first!)
  expect(() => openStore()).toThrow(`${first} is missing: it contains the events 1 to `)
  writeFileSync(first!, whole.subarray(0, 100))
  expect(() => openStore()).toThrow(`${first} has 100 bytes instead of ${whole.length}: `)

  // A bit that is flipped, anywhere in the file.
  const chance = createChance(20_261_127)
  for (let flip = 0; flip < 100; flip++) {
    const changed = Buffer.from(whole)
    changed[chance.between(0, whole.length - 1)]! ^= 1 << chance.between(0, 7)
    writeFileSync(first!, changed)
    const reading = openStore()
    await expect(collect(reading.readAll())).rejects.toThrow(`${first} is damaged`)
    await expect(reading.eventAt(at(1))).rejects.toThrow(`${first} is damaged`)
    expect((await check(reading)).damage[0]!.problem).toContain(first)
    expect((await verifyArchive(openArchive())).problems).toEqual([expect.stringContaining(`${first}: `)])
    await closeAll()
  }

  writeFileSync(first!, whole)
  copyFileSync(first!, join(archive.directory, 'copy of it.seg'))
  expect(await verifyArchive(openArchive())).toMatchObject({ problems: [], others: ['copy of it.seg'] })
  expect(existsSync(second!)).toBe(true)
  expect(readdirSync(archive.directory).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a segment that cannot be read is told from a damaged one, and is read once it can be', async () => {
  const store = openStore()
  await fill(store, 200, 12)
  await check(store)
  const archive = openArchive()
  const [segment] = await runArchive({ events: store, archive }, { before: Date.UTC(2026, 3, 1), rangeEvents: 100 })
  const path = join(archive.directory, segment!.file)
  await closeAll()
  const [reading, verified] = [openStore(), openArchive()]
  renameSync(path, `${path}.moved`)
  mkdirSync(path)
  const problem = 'cannot be read: it is a directory where a file should be: move it away, or replace it by a copy'
  await expect(collect(reading.readAll())).rejects.toThrow(`${path} ${problem}`)
  // The ranges that it has events of are not called changed.
  expect((await check(reading)).damage).toMatchObject([{ problem: `${path} ${problem}` }])
  expect((await verifyArchive(verified)).problems).toEqual([`${path}: it ${problem}`])
  rmdirSync(path)
  renameSync(`${path}.moved`, path)
  expect((await check(reading)).damage).toEqual([])
})
