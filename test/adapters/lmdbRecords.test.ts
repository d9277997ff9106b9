// Records of the LMDB log give back exactly the event that was appended, and stay small.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { plainJson } from '../../src/adapters/eventstore/lmdb/plainJson.js'
import { openDatabase } from '../../src/adapters/lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { eventText } from '../../src/kernel/chain.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { NewEvent, Recorded } from '../../src/kernel/envelope.js'
import { type EventStore, MAX_APPEND_BYTES, type UnreadableEvent } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { collect, newEvent } from '../../testbed/given/events.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
const open = (): EventStore => createLmdbEventStore({ path, clock: systemClock })
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'events.mdb')
})
afterEach(() => directory.remove())

const uuid = fc.uuid()
/** Texts that look like what the compact form shortens, and texts that break it. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000', 'v1', 'valid', 'x'.repeat(70_000)),
  uuid,
  uuid.map((id) => id.toUpperCase()),
  uuid.map((id) => `usage-${id}.2026-11`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 14, maxLength: 70 }),
  fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFabcdef-_'), minLength: 14, maxLength: 70 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '2026-11-26T11:02:23.000z', '+012026-11-26T11:02:23.000Z'),
)
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 1e308 * 10, 2 ** 53, -(2 ** 53), 63, 64, 127, 128, 16_383, 16_384, 5e-324),
)
const name = fc.oneof(fc.constantFrom('account', 'status', '__proto__', '0', '12', 'toString', 'a.b', ''), text)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    number,
    fc.constantFrom(true, false, null, undefined),
    fc.array(tie('any'), { maxLength: 8 }),
    fc
      .array(fc.tuple(name, tie('any')), { maxLength: 8 })
      // JSON.parse makes own members of all names, also of __proto__.
      .map((members) =>
        JSON.parse(
          `{${members.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item) ?? 'null'}`).join(',')}}`,
        ),
      ),
  ),
})).any

const event = fc.record({
  id: fc.oneof(uuid, text),
  type: fc.oneof(fc.constantFrom('AddressVerified', 'Strange "type', '{"type":"x"}'), text),
  data: value,
  meta: fc.record({ schema: fc.constant('1'), correlationId: text, causationId: uuid, commandId: uuid, actor: text }),
}) as fc.Arbitrary<NewEvent>

/** What a store has to return: members in the order of the event as it was appended. */
const expectedOf = ({ id, type, data, meta }: NewEvent) =>
  JSON.stringify({ id, type, data: plainJson(data), meta: plainJson(meta) })
const actualOf = ({ id, type, data, meta }: Recorded) => JSON.stringify({ id, type, data, meta })

test('any event is read as it was appended, by this process, the next, and one that has read nothing before', async () => {
  const stream = fc.oneof(
    uuid.map((id) => `usage-${id}.2026-11`),
    fc.constantFrom('a', 'a-1', 'key-é', '-'),
    text,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(stream, event), { minLength: 1, maxLength: 20 }), async (appends) => {
      const { path: own, remove } = tempDirectory()
      const file = join(own, 'events.mdb')
      try {
        const store = createLmdbEventStore({ path: file, clock: systemClock })
        for (const [into, each] of appends) await store.append(into, [each], { expected: 'any' })
        const here = await collect(store.readAll())
        await store.close()
        const later = createLmdbEventStore({ path: file, clock: systemClock })
        const there = await collect(later.readAll())
        for (const [into, each] of appends) {
          const of = await collect(later.readStream(into))
          expect(of.map(actualOf)).toContain(expectedOf(each))
          expect((await collect(later.readAll({ types: new Set([each.type]) }))).map(actualOf)).toContain(
            expectedOf(each),
          )
        }
        await later.close()
        expect(here.map(actualOf)).toEqual(appends.map(([, each]) => expectedOf(each)))
        expect(here.map(({ stream }) => stream)).toEqual(appends.map(([into]) => into))
        expect(there.map(eventText)).toEqual(here.map(eventText))
      } finally {
        remove()
      }
    }),
    { numRuns: 60 },
  )
})

test('deep values are read as they were appended, and the size of an append is that of its JSON', async () => {
  const store = open()
  const deep = JSON.parse(`${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}`)
  await store.append('a-1', [newEvent(deep)], { expected: 'any' })
  const [read] = await collect(store.readAll())
  expect(JSON.stringify(read!.data)).toBe(JSON.stringify(deep))
  const shell = Buffer.byteLength(JSON.stringify(newEvent('')))
  const sized = (bytes: number, unit = 'x') =>
    newEvent(unit.repeat((bytes - shell) / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))))
  for (const unit of ['x', '\u0001', '€']) {
    await store.append('a-1', [sized(MAX_APPEND_BYTES - 6, unit)], { expected: 'any' })
    await expect(store.append('a-1', [sized(MAX_APPEND_BYTES + 12, unit)], { expected: 'any' })).rejects.toThrow(
      RangeError,
    )
  }
  const half = sized(MAX_APPEND_BYTES / 2 + 200)
  await expect(store.append('a-1', [half, half], { expected: 'any' })).rejects.toThrow(RangeError)
  await store.close()
})

describe('records of earlier releases', () => {
  const FIXTURES = 'schema/events/fixtures'

  /** What the release before wrote. */
  function oldText({ type, id, data, meta, stream, recordedAt }: Recorded, revision: number): string {
    return JSON.stringify({ type, id, data, meta, stream, revision, recordedAt })
  }

  test('are read among new ones, and checked when they are damaged', async () => {
    const fixtures = readdirSync(FIXTURES).map(
      (file) => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Recorded,
    )
    const before = open()
    const environment = openEnvironment(path)
    const raw = openDatabase<Uint8Array>(environment, 'log')
    for (const each of fixtures) {
      const { position } = await before.append(each.stream, [each], { expected: 'any' })
      const key = Buffer.from(position.slice(-12), 'hex')
      const [read] = await collect(before.readStream(each.stream, { backwards: true, limit: 1 }))
      await raw.put(key, Buffer.from(oldText(read!, Number(read!.revision))))
    }
    await closeEnvironment(environment)
    for (const each of fixtures) await before.append(each.stream, [each], { expected: 'any' })
    const all = await collect(before.readAll())
    expect(all.map(actualOf)).toEqual([...fixtures, ...fixtures].map(expectedOf))
    const types = new Set(['AddressVerified'])
    expect(await collect(before.readAll({ types }))).toHaveLength(
      2 * fixtures.filter(({ type }) => types.has(type)).length,
    )
    await before.close()
  })
})

test('a list version, reason codes and a decision make a verification at most 15 % larger', async () => {
  const account = '019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24'
  const data = {
    account,
    api: 'v2',
    status: 'valid',
    valid: true,
    reason: null,
    disposable: false,
    role: false,
    free: true,
    domain: 'example.org',
    provider: 'gmail',
    durationUs: 18_342,
    charged: 1,
  }
  const more = {
    ...data,
    decision: 'allow',
    codes: ['role_account', 'free_provider'],
    lists: '2026-11-26.74d21fd656dc',
  }
  const sizeOf = async (content: object) => {
    const { path: own, remove } = tempDirectory()
    const store = createLmdbEventStore({ path: join(own, 'events.mdb'), clock: systemClock })
    for (let round = 0; round < 40; round++) {
      const command = crypto.randomUUID()
      const meta = { schema: '1', correlationId: command, causationId: command, commandId: command, actor: account }
      await store.append(
        `usage-${account}.2026-11`,
        [{ id: crypto.randomUUID(), type: 'AddressVerified', data: content, meta }],
        { expected: 'any' },
      )
    }
    const environment = openEnvironment(join(own, 'events.mdb'))
    const { length } = [...openDatabase<Uint8Array>(environment, 'log').getRange({})].at(-1)!.value
    await closeEnvironment(environment)
    await store.close()
    remove()
    return length
  }
  const size = await sizeOf(data)
  expect(size).toBeLessThanOrEqual(120)
  expect(await sizeOf(more)).toBeLessThanOrEqual(size * 1.15)
})

describe('a handle that has just been opened, and knows no entry of the dictionary', () => {
  async function filled(): Promise<void> {
    const store = open()
    for (let at = 0; at < 5; at++)
      for (const type of ['Added', 'Removed'])
        await store.append(`tally-${at}`, [newEvent({ at, type }, type)], { expected: 'any' })
    await store.close()
  }

  test('reads the events of some types as they were appended', async () => {
    await filled()
    const store = open()
    const read = await collect(store.readAll({ types: new Set(['Removed']) }))
    expect(read.map(({ stream, data }) => [stream, data])).toEqual(
      Array.from({ length: 5 }, (_, at) => [`tally-${at}`, { at, type: 'Removed' }]),
    )
    await store.close()
  })

  test('names the hash of the record itself when an entry is missing', async () => {
    await filled()
    const environment = openEnvironment(path)
    for (const name of ['dictionary', 'dictionary-copy']) {
      const table = openDatabase<Uint8Array>(environment, name)
      for (const key of [...table.getKeys()].slice(1)) table.removeSync(key)
    }
    const key = Buffer.from((10).toString(16).padStart(12, '0'), 'hex')
    const record = Buffer.from(openDatabase<Uint8Array>(environment, 'log').get(key)!)
    await closeEnvironment(environment)
    const store = open()
    const error: UnreadableEvent = await store.eventAt((10).toString(16).padStart(32, '0')).catch((thrown) => thrown)
    expect(error.event.sha256).toBe(createHash('sha256').update(record).digest('hex'))
    await store.close()
  })
})
