// A KurrentDB that other programs and installations write to as well.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { KurrentDBClient } from '@kurrent/kurrentdb-client'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { openKurrentdbLog } from '../../src/composition/kurrentdbLog.js'
import type { NewEvent } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { type Log, silentLog } from '../../src/kernel/log.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import {
  ConcurrencyConflict,
  DifferentLog,
  type EventStore,
  StoreUnavailable,
} from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { createChance } from '../../testbed/chance.js'
import { collect, follow, newEvents } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { brokenEvent, eventsIn, foreignProgram } from '../../testbed/stores/kurrentdb/foreign.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const CORRELATION = newId()
const CAUSATION = newId()

const event = (type: string, data: unknown = {}): NewEvent => ({
  ...{ id: newId(), type, data },
  meta: { schema: '1', correlationId: CORRELATION, causationId: CAUSATION, commandId: 'c', actor: 'ada' },
})

let server: StandIn
let foreign: ReturnType<typeof foreignProgram>
const closing: (() => unknown)[] = []

beforeEach(async () => {
  server = await startStandIn()
  foreign = foreignProgram(server)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await foreign.close()
  await server.close()
})

/** An installation's documents: what MongoDB is to it. */
function installation(): DocumentStore {
  const { path, remove } = tempDirectory()
  const documents = createLmdbDocumentStore({ path: `${path}/documents.mdb` })
  closing.push(async () => {
    await documents.close()
    remove()
  })
  return documents
}

async function open(documents: DocumentStore, prefix?: string, log: Log = silentLog): Promise<EventStore> {
  const store = await openKurrentdbLog({ url: server.url(), prefix, documents, log })
  closing.push(() => store.close())
  return store
}

/** As a release without prefixes began it. */
async function beginUnprefixed(documents: DocumentStore): Promise<void> {
  const old = await openKurrentdbEventStore({ url: server.url(), log: silentLog })
  await old.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
  await old.close()
  await documents.collection({ name: 'checkpoints' }).write([{ id: 'accounts.v1', position: at(1), document: {} }])
}

const typesOf = async (store: EventStore) => (await collect(store.readAll())).map(({ type }) => type)
const streamsOf = () => new Set(server.log.all().map(({ stream }) => stream))
const forever = () => new AbortController().signal

const brokenNumber = () => brokenEvent('OrderPlaced')

describe('a server that is shared with another program', () => {
  test('returns, finds and follows our events only, whatever is written before, between and after them', async () => {
    await foreign.write()
    const store = await open(installation())
    expect(await store.head()).toBe(START)
    const seen = follow(store.subscribe({ after: START, signal: forever() }), 2)
    const rare = follow(store.subscribe({ after: START, types: new Set(['BatchStarted']), signal: forever() }), 1)
    await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    for (let round = 0; round < 400; round++) await foreign.write()
    const { position } = await store.append('batch-1', [event('BatchStarted')], { expected: 'no_stream' })
    await foreign.write()
    expect(await typesOf(store)).toEqual(['AccountRegistered', 'BatchStarted'])
    expect((await seen).map(({ stream }) => stream)).toEqual(['account-1', 'batch-1'])
    expect((await rare).map(({ type }) => type)).toEqual(['BatchStarted'])
    expect(await store.head()).toBe(position)
    expect(await store.positionAt(Date.now() + 60_000)).toBe(position)
    expect(await store.exist(['account-1', 'account-of-another-program'])).toEqual([true, false])
  })

  test('does not send us what others write', async () => {
    const store = await open(installation())
    await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    for (let round = 0; round < 200; round++) await foreign.write()
    const before = server.sent()
    expect(await typesOf(store)).toEqual(['AccountRegistered'])
    expect(server.sent() - before).toBeLessThan(10_000)
  })

  test('examines nothing that others wrote before our log began, at the first start and later', async () => {
    server.log.append('order-1', newEvents(5_000).map(brokenNumber), 'any')
    const before = server.examined()
    const documents = installation()
    const readFromStart = async (store: EventStore) => {
      await follow(store.subscribe({ after: START, signal: forever() }), 1)
      return typesOf(store)
    }
    const first = await open(documents)
    expect(await first.head()).toBe(START)
    await first.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    expect(await readFromStart(first)).toEqual(['AccountRegistered'])
    expect(await readFromStart(await open(documents))).toEqual(['AccountRegistered'])
    expect(server.examined() - before).toBeLessThan(200)
    expect(await first.positionAt(0)).toBe(START)
  })

  test('finding our newest event again does not examine what others have written meanwhile', async () => {
    const store = await open(installation())
    const { position } = await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    for (let round = 0; round < 100; round++) await foreign.write()
    expect(await store.head()).toBe(position)
    const before = server.examined()
    for (let round = 0; round < 20; round++) {
      await foreign.write()
      expect(await store.head()).toBe(position)
    }
    // Each time the last event of the log, those since the last time, and some of the server's own.
    expect(server.examined() - before).toBeLessThan(20 * 10)
    const next = await store.append('account-2', [event('AccountRegistered')], { expected: 'no_stream' })
    for (let round = 0; round < 2; round++) {
      expect(await store.head()).toBe(next.position)
      await foreign.write()
    }
  })

  test('the newest event is found by every process, in whatever order the programs write', async () => {
    const documents = installation()
    const stores = [await open(documents), await open(documents)]
    const chance = createChance(22)
    let last = await stores[0]!.head()
    for (let step = 0; step < 300; step++) {
      const [writer, reader] = chance.pick([
        [0, 1],
        [1, 0],
      ] as const)
      const what = chance.between(0, 9)
      if (what < 3)
        last = (await stores[writer]!.append('account-1', [event('PlanChanged')], { expected: 'any' })).position
      else if (what === 3) server.log.append('order-1', [brokenEvent('AccountErased')], 'any')
      else if (what === 4) server.log.keepOwn('$stats-127.0.0.1:2113', '$statsCollected')
      else if (what === 5) server.log.append('mailproof_account-2', [brokenEvent('NotOurs')], 'any')
      else expect(await stores[reader]!.head()).toBe(last)
    }
    for (const store of stores) expect(await store.head()).toBe(last)
  })

  test('the newest event is found in a log that was restored from a backup', async () => {
    const store = await open(installation())
    const first = await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    const backup = server.log.all().length
    await store.append('account-1', [event('PlanChanged')], { expected: 0n })
    await foreign.write()
    await store.head()
    server.log.truncate(backup)
    expect(await store.head()).toBe(first.position)
  })

  test('our events can be read by category, type and correlation', async () => {
    const store = await open(installation(), 'staging_')
    await foreign.write()
    const registered = event('AccountRegistered', { account: '1' })
    await store.append('account-1', [registered, event('PlanChanged')], { expected: 'no_stream' })
    const idsIn = async (stream: string) => (await eventsIn(foreign.client, stream)).map(({ id }) => id)
    expect(await idsIn('$ce-staging_account')).toHaveLength(2)
    expect(await idsIn('$et-AccountRegistered')).toEqual([registered.id])
    expect(await idsIn(`$bc-${CORRELATION}`)).toHaveLength(2)
    const [found] = await eventsIn(foreign.client as KurrentDBClient, 'staging_account-1')
    expect(found).toMatchObject({
      data: { account: '1' },
      metadata: { $correlationId: CORRELATION, $causationId: CAUSATION, actor: 'ada' },
    })
    expect((await collect(store.readAll()))[0]!.meta).toEqual(registered.meta)
  })

  test('an unknown type in one of our streams is passed over, with one warning that names it', async () => {
    const warnings: [object, string][] = []
    const store = await open(installation(), 'ours_', {
      ...silentLog,
      warn: (fields, message) => warnings.push([fields, message]),
    })
    await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    server.log.append('ours_account-1', [brokenEvent('NotOurs'), brokenEvent('NotOurs')], 'any')
    await store.append('account-2', [event('AccountRegistered')], { expected: 'no_stream' })
    expect(await typesOf(store)).toEqual(['AccountRegistered', 'AccountRegistered'])
    const followed = await follow(store.subscribe({ after: START, signal: forever() }), 2)
    expect(followed).toHaveLength(2)
    expect(warnings).toEqual([
      [{ type: 'NotOurs', stream: 'ours_account-1' }, expect.stringContaining("not mailproof's")],
    ])
  })

  test("another program's events in one of our streams do not keep us from appending to it", async () => {
    const store = await open(installation(), 'ours_')
    const write = () => server.log.append('ours_account-1', [brokenEvent('NotOurs'), brokenEvent('NotOurs')], 'any')
    write()
    const registered = event('AccountRegistered')
    const first = await store.append('account-1', [registered], { expected: 'no_stream' })
    write()
    const changed = event('PlanChanged')
    const second = await store.append('account-1', [changed], { expected: first.revision })
    write()
    const seen = await collect(store.readStream('account-1'))
    expect(seen.map(({ id, revision }) => [id, revision])).toEqual([
      [registered.id, first.revision],
      [changed.id, second.revision],
    ])
    // A repeated append is recognised, and a conflict with one of our own events remains one.
    expect(await store.append('account-1', [registered], { expected: 'no_stream' })).toEqual(first)
    expect(await store.append('account-1', [changed], { expected: first.revision })).toEqual(second)
    for (const expected of ['no_stream', first.revision] as const)
      await expect(store.append('account-1', [event('PlanChanged')], { expected })).rejects.toThrow(ConcurrencyConflict)
    expect(await typesOf(store)).toEqual(['AccountRegistered', 'PlanChanged'])
  })

  test('no event is found at a position inside of another, and none is read from there: the log is another one', async () => {
    const store = await open(installation(), 'ours_')
    const { position } = await store.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    const word = (BigInt(`0x${position.slice(0, 16)}`) + 1n).toString(16).padStart(16, '0')
    expect(await store.eventAt(word + word)).toBeUndefined()
    await expect(collect(store.readAll({ after: word + word }))).rejects.toThrow(DifferentLog)
    const following = store.subscribe({ after: word + word, signal: forever() })
    await expect(follow(following, 1)).rejects.toThrow(DifferentLog)
  })

  test('an unreadable event of one of our types in one of our streams is never skipped', async () => {
    const store = await open(installation(), 'ours_')
    server.log.append('ours_account-1', [brokenEvent('AccountErased')], 'any')
    await expect(typesOf(store)).rejects.toThrow(StoreUnavailable)
    await expect(typesOf(store)).rejects.toThrow(/cannot be read \(type AccountErased, stream account-1\)/)
    await expect(follow(store.subscribe({ after: START, signal: forever() }), 1)).rejects.toThrow(/cannot be read/)
  })
})

describe('two installations on one server', () => {
  test('see their own events only, also when one prefix begins with the other', async () => {
    const [one, other] = [await open(installation(), 'a_'), await open(installation(), 'a_account.')]
    await one.append('account-1', [event('AccountRegistered', 1)], { expected: 'no_stream' })
    await other.append('account-1', [event('AccountRegistered', 2)], { expected: 'no_stream' })
    expect((await collect(one.readAll())).map(({ stream, data }) => [stream, data])).toEqual([['account-1', 1]])
    expect((await collect(other.readAll())).map(({ stream, data }) => [stream, data])).toEqual([['account-1', 2]])
    expect(await one.head()).not.toBe(await other.head())
  })

  test('with the same prefix: the second is refused before it writes anything', async () => {
    await open(installation(), 'a_')
    const before = server.log.all().filter(({ stream }) => !stream.startsWith('$'))
    await expect(open(installation(), 'a_')).rejects.toThrow(
      /^KURRENTDB_STREAM_PREFIX: the streams a_… on this server belong to another installation/,
    )
    expect(server.log.all().filter(({ stream }) => !stream.startsWith('$'))).toEqual(before)
  })

  test('one of them without a prefix: the new one gets its own', async () => {
    const documents = installation()
    await beginUnprefixed(documents)
    const [old, fresh] = [await open(documents), await open(installation())]
    await fresh.append('account-2', [event('AccountRegistered')], { expected: 'no_stream' })
    expect((await collect(old.readAll())).map(({ stream }) => stream)).toEqual(['account-1'])
    expect(streamsOf()).toContain('mailproof_account-2')
  })
})

describe('the prefix of a log', () => {
  test('is remembered, and may be set or not from then on', async () => {
    const documents = installation()
    const first = await open(documents, 'a_')
    await first.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    for (const prefix of [undefined, 'a_']) expect(await typesOf(await open(documents, prefix))).toHaveLength(1)
  })

  test('cannot change: another one is refused before anything is written', async () => {
    const documents = installation()
    await open(documents, 'a_')
    const before = streamsOf()
    await expect(open(documents, 'b_')).rejects.toThrow(
      "KURRENTDB_STREAM_PREFIX: is b_, but this installation's log was begun with a_. Set it to that",
    )
    expect(streamsOf()).toEqual(before)
  })

  test('a log created without a prefix continues without one', async () => {
    const documents = installation()
    await beginUnprefixed(documents)
    await foreign.write()
    for (let start = 0; start < 2; start++) {
      const store = await open(documents)
      await store.append(`account-new-${start}`, [event('AccountRegistered')], { expected: 'no_stream' })
    }
    expect(streamsOf()).toContain('account-new-1')
    expect(await typesOf(await open(documents))).toHaveLength(3)
    const [written] = await eventsIn(foreign.client, 'account-new-0')
    // Processes of the last release, which may still be running, read the names without a $.
    expect(written!.metadata).toMatchObject({ correlationId: CORRELATION, $correlationId: CORRELATION })
    await expect(open(documents, 'b_')).rejects.toThrow(/log was begun without a prefix\. Unset it/)
  })

  test('is claimed by one of two installations that start at the same time', async () => {
    const outcomes = await Promise.allSettled([open(installation(), 'a_'), open(installation(), 'a_')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('belong to another installation') },
    })
  })

  test('is shared by all processes of an installation, also when they start at the same time', async () => {
    const documents = installation()
    const stores = await Promise.all([open(documents, 'a_'), open(documents, 'a_'), open(documents, 'a_')])
    await stores[0]!.append('account-1', [event('AccountRegistered')], { expected: 'no_stream' })
    for (const store of stores) expect(await typesOf(store)).toEqual(['AccountRegistered'])
  })
})
