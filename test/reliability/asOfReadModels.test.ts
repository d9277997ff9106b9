// Every read model as of a position is what a rebuild that stops there gives.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { createAsOf } from '../../src/eventing/asOf/asOf.js'
import { ofAccount } from '../../src/eventing/asOf/past.js'
import type { AsOfDefinition } from '../../src/eventing/asOf/snapshots.js'
import { foldSlice } from '../../src/eventing/fold.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Collection, Document, DocumentStore, Stored } from '../../src/kernel/ports/documentStore.js'
import { createChance } from '../../testbed/chance.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import {
  allProjections,
  createPassingClock,
  openRooms,
  type Rooms,
  writeHistory,
} from '../../testbed/features/history.js'
import { collect } from '../../testbed/given/events.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'

const EVENTS = 1_200
const POSITIONS = Number(process.env.POSITIONS ?? 50)
const POSITIONS_ON_MONGODB = 10
const ACCOUNTS_PER_POSITION = 4
/** So that most folds begin at a snapshot. */
const SNAPSHOT_EVENTS = 100

/** Those that are folded for one account; of the leaderboard, only rows of private pools are the account's alone. */
const OF_ACCOUNTS = [
  'accounts',
  'usage',
  'batches',
  'verdicts',
  'rules',
  'rule_sets',
  'list_chunks',
  'webhooks',
  'outcome_quality',
]

const seed = Date.now() % 1_000_000
const chance = createChance(seed)
const clock = createPassingClock(Date.UTC(2026, 0, 20))
const never = new AbortController().signal

let directory: ReturnType<typeof tempDirectory>
let dns: DnsServer
let rooms: Rooms
let events: Recorded[]
/** The ids of all accounts. */
let accounts: string[]

beforeAll(async () => {
  directory = tempDirectory()
  dns = await startDnsServer(mailZone())
  rooms = await openRooms(directory.path, clock, dns.port)
  await writeHistory(rooms, { chance, clock, events: EVENTS })
  events = await collect(rooms.store.readAll())
  accounts = events.flatMap(({ type, data }) =>
    type === 'AccountRegistered' ? [(data as { account: string }).account] : [],
  )
})

afterAll(async () => {
  await rooms.close()
  await dns.close()
  directory.remove()
})

const whole: AsOfDefinition = {
  name: 'everything',
  version: 1,
  retainedModels: allProjections.map((projection) => ({ projection, includes: () => true })),
}
const own = { name: 'own', models: allProjections.filter(({ name }) => OF_ACCOUNTS.includes(name)) }

/** How many are registered as of the event at this place. */
const accountsBefore = (place: number) =>
  events.slice(0, place + 1).filter(({ type }) => type === 'AccountRegistered').length

const textOf = (documents: readonly Stored<Document>[]): string[] =>
  documents
    .map(({ id, position, document }) => `${id} ${position} ${canonicalJson(document)}`)
    .sort((a, b) => (a < b ? -1 : 1))

/** Folds the log on to a place and gives the documents of every model there. */
function createRebuild(documents: DocumentStore) {
  let place = 0
  const collections = new Map<string, Collection>(
    allProjections.map(({ name, indexes }) => [
      name,
      documents.collection<Document>({ name: `stopped_${name}`, ...(indexes && { indexes }) }),
    ]),
  )
  return async (to: number): Promise<ReadonlyMap<string, readonly Stored<Document>[]>> => {
    const slice = events.slice(place, to + 1)
    place = to + 1
    const found = new Map<string, readonly Stored<Document>[]>()
    for (const projection of allProjections) {
      const collection = collections.get(projection.name)!
      await foldSlice(projection, collection, slice)
      found.set(projection.name, (await collect(collection.all())) as readonly Stored<Document>[])
    }
    return found
  }
}

async function expectSame(documents: DocumentStore, positions: number): Promise<Map<string, number>> {
  const rebuild = createRebuild(documents)
  const past = createAsOf({ store: rooms.store, documents, minSnapshotEvents: SNAPSHOT_EVENTS })
  const places = Array.from({ length: positions }, () => chance.between(0, events.length - 1)).sort((a, b) => a - b)
  const compared = new Map<string, number>()
  for (const place of places) {
    const rebuilt = await rebuild(place)
    const { position, recordedAt } = events[place]!
    const day = recordedAt.slice(0, 10)
    const view = await past.at(whole, position, day, { signal: never })
    for (const { name } of allProjections) {
      expect({ name, place, documents: textOf([...view.documentsOf(name)]) }).toEqual({
        name,
        place,
        documents: textOf(rebuilt.get(name)!),
      })
    }
    const registered = accounts.slice(0, Math.max(1, accountsBefore(place)))
    for (let nth = 0; nth < ACCOUNTS_PER_POSITION; nth++) {
      const account = chance.pick(registered)
      const mine = await past.at(ofAccount(own, account), position, day, { signal: never })
      for (const { name } of own.models) {
        const expected = rebuilt.get(name)!.filter(({ document }) => document.owner === account)
        expect({ name, place, documents: textOf([...mine.documentsOf(name)]) }).toEqual({
          name,
          place,
          documents: textOf(expected),
        })
        compared.set(name, (compared.get(name) ?? 0) + expected.length)
      }
    }
  }
  return compared
}

describe(`every read model of a generated history (seed ${seed})`, () => {
  test('is the same as of 50 random positions as a rebuild stopped there, whole and of one account', async () => {
    const documents = createLmdbDocumentStore({ path: `${directory.path}/past.mdb` })
    try {
      const compared = await expectSame(documents, POSITIONS)
      for (const name of ['accounts', 'usage', 'verdicts', 'rules', 'webhooks']) {
        expect(compared.get(name)).toBeGreaterThan(0)
      }
      const days = (await collect(documents.collection<Document>({ name: 'snapshots' }).all())).flatMap(
        ({ document }) => (document?.day === undefined ? [] : [document.day]),
      )
      expect(days.length).toBeGreaterThan(5)
    } finally {
      await documents.close()
    }
  })
})

describeMongo('with documents in MongoDB', (server) => {
  const connections = testConnections(server)
  afterAll(() => connections.dispose())

  test('every read model is the same, too', async () => {
    await expectSame(createMongoDocumentStore(await connections.open()), POSITIONS_ON_MONGODB)
  })
})
