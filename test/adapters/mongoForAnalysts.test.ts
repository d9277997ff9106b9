import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Db, MongoClient } from 'mongodb'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { silentLog } from '../../src/kernel/log.js'
import { type DnsServer, startDnsServer } from '../support/dnsServer.js'
import { mailZone } from '../support/dnsZone.js'
import { eventually } from '../support/eventually.js'
import { allProjections, createPassingClock, openRooms, type Rooms, writeHistory } from '../support/history.js'
import { createChance } from '../support/journal.js'
import { testConnections } from '../support/mongo/connections.js'
import { testDatabase } from '../support/mongo/database.js'
import { describeMongo } from '../support/mongo/describeMongo.js'
import { tempDirectory } from '../support/tempDirectory.js'

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/mongodb.md', import.meta.url)), 'utf8')
const QUERIES = [...PAGE.matchAll(/^([^\n]+):\n\n```js\n([^`]+)```/gm)].map(([, title, code]) => ({
  title,
  code: code!,
}))
/** Each documented collection with the text about it. */
const SECTIONS = [...PAGE.matchAll(/^### (\w+)\n([^#]+)/gm)].map(([, name, text]) => ({ name: name!, text: text! }))

const names = allProjections.map(({ name }) => name)
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

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
  let db: Db
  let writing: Promise<void>
  let isWriting = true

  beforeAll(async () => {
    directory = tempDirectory()
    dns = await startDnsServer(mailZone())
    rooms = await openRooms(directory.path, clock, dns.port)
    await writeHistory(rooms, { chance, clock, events: 1_000 })
    const mongo = await connections.open()
    db = mongo.db
    const { store } = rooms
    const documents = createMongoDocumentStore(mongo)
    flow = await createEventing({ store, documents, projections: allProjections, clock, log: silentLog })
    flow.runner.start()
    await flow.runner.waitForPosition(await store.head(), names, 30_000)
    await eventually(
      () => viewNamed(db, 'leaderboard'),
      (view) => view !== undefined,
    )
    writing = (async () => {
      while (isWriting) await writeHistory(rooms, { chance, clock, events: 100 })
    })()
  }, 90_000)
  afterAll(async () => {
    isWriting = false
    await writing
    await flow.runner.stop()
    await rooms.close()
    await dns.close()
    await connections.dispose()
    directory.remove()
  }, 60_000)

  test('the page documents every read model, with ten queries', () => {
    expect(SECTIONS.map(({ name }) => name).sort()).toEqual([...names, 'erasures'].sort())
    expect(QUERIES).toHaveLength(10)
  })

  test.each(QUERIES)('$title: the query finds something', async ({ title, code }) => {
    const rows = await runQuery(db, code)
    if (!title!.startsWith('Batches that have been open')) expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(row).length).toBeGreaterThan(1)
  })

  test.each(SECTIONS.filter(({ name }) => names.includes(name)))(
    '$name has the documented members, no text that is JSON, and no time that is text',
    async ({ name, text }) => {
      const rows = await db.collection(name).find().limit(200).toArray()
      expect(rows.length).toBeGreaterThan(0)
      for (const { _id, owner, _mailproof, ...members } of rows) {
        expect(typeof _id).toBe('string')
        expect(Object.keys(_mailproof).sort()).toEqual(['check', 'position', 'write'])
        expect(Object.keys(members).filter((member) => !text.includes(`\`${member}\``))).toEqual([])
        walk(members, (value) => {
          if (typeof value !== 'string') return
          expect(value).not.toMatch(/^\s*[[{]/)
          expect(value).not.toMatch(ISO_TIME)
        })
      }
    },
  )

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
  }, 60_000)

  test('views are read-only', async () => {
    await expect(db.collection('usage').updateOne({}, { $set: { charged: 0 } })).rejects.toThrow()
  })

  test('a read model with a document that another program changed stops, and a rebuild restores it', async () => {
    const generation = db.collection<{ _id: string; charged: number }>('documents.pool_stats-v1')
    await generation.updateMany({}, { $inc: { hits: 1 } as never })
    const { eventing, runner } = flow
    const id = (await generation.findOne())!._id
    const model = allProjections.find(({ name }) => name === 'pool_stats')!
    await expect(eventing.read(model).get(id)).rejects.toThrow(/projections rebuild pool_stats/)
    const stateOf = async () => (await runner.status()).find(({ model }) => model === 'pool_stats')!
    await eventually(stateOf, ({ state }) => state === 'stopped', 20_000)
    expect((await stateOf()).error?.message).toMatch(/another program has changed the document/)
    await flow.rebuild(['pool_stats'])
    expect((await eventing.read(model).get(id))?.document).toMatchObject({ hits: expect.any(Number) })
    await eventually(stateOf, ({ state }) => state === 'running', 20_000)
  }, 60_000)

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

describe('the page about MongoDB', () => {
  test('names the types of members with words of the table', () => {
    for (const { text } of SECTIONS) expect(text).toMatch(/\| Member \| Type \| Meaning \|/)
  })
})
