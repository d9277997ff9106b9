// The MongoDB collections are as docs/mongodb.md describes them to analysts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Db, MongoClient } from 'mongodb'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { erasures } from '../../src/eventing/erasureIndex.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { type AddressForgotten, PUBLIC_POOL } from '../../src/features/pool/events.js'
import { addressStream } from '../../src/features/pool/state.js'
import { silentLog } from '../../src/kernel/log.js'
import { createChance } from '../../testbed/chance.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import {
  allProjections,
  createPassingClock,
  fillReadModels,
  openRooms,
  type Rooms,
  writeHistory,
} from '../../testbed/features/history.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'
import { documentedCollections, MONGODB_PAGE, typeOf } from './documentedCollections.js'

const QUERIES = [...MONGODB_PAGE.matchAll(/^([^\n]+):\n\n```js\n([^`]+)```/gm)].map(([, title, code]) => ({
  title,
  code: code!,
}))

const names = allProjections.map(({ name }) => name)
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const system = (commandId: string) => ({ id: 'system', correlationId: 'c', commandId })

type Row = Readonly<Record<string, unknown>>

/** Runs a query as mongosh does, with the plain driver. */
async function runQuery(db: Db, code: string): Promise<Row[]> {
  const shell = new Proxy({}, { get: (_, name) => db.collection(String(name)) })
  return new Function('db', `return ${code}`)(shell).toArray()
}

async function viewNamed(db: Db, name: string) {
  return (await db.listCollections().toArray()).find((each) => each.name === name && each.type === 'view')
}

describeMongo("what MongoDB's own users see while the service writes", (server) => {
  const connections = testConnections(server)
  const clock = createPassingClock(Date.UTC(2026, 0, 20))
  const chance = createChance(15)
  let directory: ReturnType<typeof tempDirectory>
  let dns: DnsServer
  let rooms: Rooms
  let flow: Awaited<ReturnType<typeof createEventing>>
  let analyst: MongoClient
  let db: Db
  let writing: Promise<void>
  let isWriting = false

  function startWriting(): void {
    isWriting = true
    writing = (async () => {
      while (isWriting) await writeHistory(rooms, { chance, clock, events: 100 })
    })()
  }
  async function stopWriting(): Promise<void> {
    isWriting = false
    await writing
  }

  beforeAll(async () => {
    directory = tempDirectory()
    dns = await startDnsServer(mailZone())
    rooms = await openRooms(directory.path, clock, dns.port)
    await fillReadModels(rooms, { chance, clock, events: 2_000 })
    const { account } = await rooms.accounts.createAccount({ email: 'eve@example.org', name: null }, system('create'))
    await rooms.accounts.eraseAccount(account.id, system('erase'))
    const of = { pool: PUBLIC_POOL, address: addressNamed('forgotten') }
    const forgotten: AddressForgotten = { type: 'AddressForgotten', data: { ...of, contributions: [] } }
    await rooms.flow.eventing.append(addressStream(of), [forgotten], system('forget'), 'no_stream')
    const mongo = await connections.open()
    analyst = new MongoClient(server)
    db = analyst.db(mongo.db.databaseName)
    const { store } = rooms
    const documents = createMongoDocumentStore(mongo)
    flow = await createEventing({ store, documents, projections: [erasures, ...allProjections], clock, log: silentLog })
    flow.runner.start()
    expect(await flow.runner.waitForPosition(await store.head(), names, 60_000)).toBe(true)
    for (const { name } of documentedCollections)
      await eventually(
        async () => ({ name, count: await db.collection(name).countDocuments() }),
        ({ count }) => count > 0,
      )
    startWriting()
  })
  afterAll(async () => {
    await stopWriting()
    await flow.runner.stop()
    await rooms.close()
    await dns.close()
    await analyst.close()
    await connections.dispose()
    directory.remove()
  })

  test('the page documents every read model, with ten queries', () => {
    expect(documentedCollections.map(({ name }) => name).sort()).toEqual([...names, erasures.name].sort())
    expect(QUERIES).toHaveLength(10)
  })

  test.each(QUERIES)('$title: the query finds something', async ({ title, code }) => {
    const rows = await runQuery(db, code)
    if (!title!.startsWith('Batches that have been open')) expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(row).length).toBeGreaterThan(1)
  })

  describe.each(documentedCollections)('$name', ({ name, members, indexes }) => {
    test('has the documented members with their types, no text that is JSON, and no time that is text', async () => {
      const rows = await db.collection(name).find().limit(200).toArray()
      expect(rows.length).toBeGreaterThan(0)
      for (const { _id, owner, _mailproof, ...own } of rows) {
        expect(typeof _id).toBe('string')
        expect(['string', 'undefined']).toContain(typeof owner)
        expect(Object.keys(_mailproof).sort()).toEqual(['check', 'position', 'write'])
        for (const [member, value] of Object.entries(own)) {
          const documented = members.find((each) => each.name === member)
          const allowed = [documented?.type, ...(documented?.mayBeNull ? ['null'] : [])]
          expect({ member, allowed }).toEqual({ member, allowed: expect.arrayContaining([typeOf(value)]) })
        }
        walk(own, (value) => {
          if (typeof value !== 'string') return
          expect(value).not.toMatch(/^\s*[[{]/)
          expect(value).not.toMatch(ISO_TIME)
        })
      }
    })

    test('is sorted by the documented indexes, in both directions', async () => {
      const made = await db.collection(`documents.${name}-v1`).listIndexes().toArray()
      for (const [index, keys] of [...indexes, ['_id_', ['_id']]] as const) {
        expect(made.find((each) => each.name === index)?.key).toEqual(Object.fromEntries(keys.map((key) => [key, 1])))
        const sorted = async (direction: 1 | -1) => {
          const spec = Object.fromEntries(keys.map((key) => [key, direction]))
          const rows = await db
            .collection(name)
            .aggregate([{ $sort: spec }, { $limit: 100 }])
            .toArray()
          return rows.map((row) => keys.map((key) => row[key]))
        }
        for (const direction of [1, -1] as const) {
          const rows = await sorted(direction)
          for (const [at, row] of rows.slice(1).entries()) expect(Math.sign(compare(rows[at]!, row))).toBe(-direction)
        }
      }
    })

    test('has numbers that MongoDB can sum', async () => {
      for (const { name: member } of members.filter(({ type }) => type === 'number')) {
        const [sums] = await db
          .collection(name)
          .aggregate([{ $group: { _id: null, sum: { $sum: `$${member}` }, values: { $push: `$${member}` } } }])
          .toArray()
        const numbers = (sums!.values as readonly (number | null)[]).map((value) => value ?? 0)
        expect({ member, sum: sums!.sum }).toEqual({ member, sum: numbers.reduce((sum, value) => sum + value, 0) })
      }
    })

    test('has dates that MongoDB can group by day', async () => {
      for (const { name: member } of members.filter(({ type }) => type === 'date')) {
        const day = { $dateToString: { format: '%Y-%m-%d', date: `$${member}` } }
        const groups = await db
          .collection(name)
          .aggregate([
            { $match: { [member]: { $type: 'date' } } },
            { $group: { _id: day, times: { $push: `$${member}` } } },
          ])
          .toArray()
        for (const { _id, times } of groups)
          for (const time of times as Date[]) expect(time.toISOString().slice(0, 10)).toBe(_id)
      }
    })
  })

  test('times are dates, and can be compared as such', async () => {
    const since = new Date(Date.UTC(2026, 0, 1))
    for (const [name, member] of [
      ['accounts', 'createdAt'],
      ['batches', 'createdAt'],
      ['contributions', 'at'],
      ['contributors', 'lastAt'],
      ['webhooks', 'updatedAt'],
      ['activity', 'minutes.minute'],
      ['pool_entries', 'voters.at'],
    ] as const) {
      expect(await db.collection(name).countDocuments({ [member]: { $gt: since } })).toBeGreaterThan(0)
    }
  })

  test('a view shows the new generation after a rebuild, and is never empty meanwhile', async () => {
    let isRebuilding = true
    const counts: number[] = []
    const watching = (async () => {
      while (isRebuilding) counts.push(await db.collection('usage').countDocuments())
    })()
    await flow.rebuild(['usage'])
    isRebuilding = false
    await watching
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(await viewNamed(db, 'usage')).toMatchObject({ type: 'view', options: { viewOn: 'documents.usage-v2' } })
  })

  test('a view refuses to be written to', async () => {
    await expect(db.collection('usage').updateOne({}, { $set: { charged: 0 } })).rejects.toThrow()
  })

  test('a read model with a document that another program changed stops, and a rebuild restores it', async () => {
    const generation = db.collection<{ _id: string; hits: number }>('documents.pool_stats-v1')
    const { eventing, runner } = flow
    const id = (await generation.findOne())!._id
    const model = allProjections.find(({ name }) => name === 'pool_stats')!
    const stateOf = async () => (await runner.status()).find(({ model }) => model === 'pool_stats')!
    // A write of a document that the runner loaded before the change would replace the change.
    await stopWriting()
    expect(await runner.waitForPosition(await rooms.store.head(), names, 60_000)).toBe(true)
    await generation.updateMany({}, { $inc: { hits: 1 } })
    startWriting()
    await eventually(stateOf, ({ state }) => state === 'stopped')
    await expect(eventing.read(model).get(id)).rejects.toThrow(/projections rebuild pool_stats/)
    expect((await stateOf()).error?.message).toMatch(/another program has changed the document/)
    await flow.rebuild(['pool_stats'])
    expect((await eventing.read(model).get(id))?.document).toMatchObject({ hits: expect.any(Number) })
    await eventually(stateOf, ({ state }) => state === 'running')
  })

  test("leaves another program's collection alone that has the name of a view", async () => {
    const other = testDatabase(server)
    const client = new MongoClient(other.url)
    const taken = client.db().collection<{ _id: string }>('usage')
    await taken.insertOne({ _id: 'theirs' })
    const documents = createMongoDocumentStore({ db: client.db() })
    const publishing = documents.publish!({ usage: 'usage.v1', batches: 'batches.v1' })
    await expect(publishing).rejects.toThrow(/already has usage from another program/)
    expect(await taken.findOne()).toEqual({ _id: 'theirs' })
    expect(await viewNamed(client.db(), 'batches')).toBeDefined()
    await client.close()
    await other.drop()
  })
})

/** Visits every value below one. */
function walk(value: unknown, visit: (value: unknown) => void): void {
  visit(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  for (const each of Object.values(value)) walk(each, visit)
}

/** As MongoDB compares values of these types, member by member. */
function compare(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [index, value] of one.entries()) {
    const [left, right] = [rank(value), rank(other[index])]
    if (left[0] !== right[0]) return left[0] - right[0]
    if (left[1] < right[1]) return -1
    if (left[1] > right[1]) return 1
  }
  return 0
}

/** Missing values and null before numbers, texts, booleans and dates, each by value. */
function rank(value: unknown): readonly [number, number | string] {
  if (value === undefined || value === null) return [0, 0]
  if (typeof value === 'number') return [1, value]
  if (typeof value === 'string') return [2, Buffer.from(value).toString('latin1')]
  return [value instanceof Date ? 4 : 3, Number(value)]
}

test('the page names the type of every member', () => {
  expect(documentedCollections.flatMap(({ members }) => members).length).toBeGreaterThan(80)
  for (const { members } of documentedCollections) {
    expect(members.length).toBeGreaterThan(0)
    for (const { type } of members) expect(['text', 'number', 'boolean', 'date', 'list', 'object']).toContain(type)
  }
})
