import { join } from 'node:path'
import { START as FIRST, KurrentDBClient, streamNameFilter } from '@kurrent/kurrentdb-client'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { createMongoDocumentStore } from '../../../src/adapters/documents/mongodb/documentStore.js'
import { openKurrentdbEventStore } from '../../../src/adapters/eventstore/kurrentdb/open.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { connectMongo } from '../../../src/adapters/mongodb/connect.js'
import { projections } from '../../../src/composition/projections.js'
import { createGenerations } from '../../../src/eventing/generations.js'
import { rebuild } from '../../../src/eventing/rebuild.js'
import { iso, systemClock } from '../../../src/kernel/clock.js'
import { newId } from '../../../src/kernel/ids.js'
import { silentLog } from '../../../src/kernel/log.js'
import type { DocumentStore } from '../../../src/kernel/ports/documentStore.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { START } from '../../../src/kernel/position.js'
import { testDatabase } from '../../../testbed/stores/mongo/database.js'
import { writeMix } from '../datasets/writeMix.js'
import { cpuTimeUs } from '../environment/procfs.js'
import { withDirectory } from '../environment/service.js'
import { startKurrentdb, startMongo } from '../environment/storeServers.js'
import { median, type Report, times } from '../report.js'
import { secondsOf } from '../timing.js'

export interface RebuildStoresOptions {
  readonly events: number
  readonly accounts: number
  readonly rounds: number
  readonly kurrentdb: boolean
  readonly kurrentdbEvents: number
  readonly mongodbUrl?: string
  readonly kurrentdbUrl?: string
}

/** MongoDB's time ÷ LMDB's. */
const MAX_RATIO = 3
const MIN_KURRENTDB_EVENTS_PER_SECOND = 60_000
/** Events per second of our scan ÷ those of the client's subscription. */
const MIN_SCAN_RATIO = 0.7

interface Run {
  readonly seconds: number
  /** CPU of this process. */
  readonly cpuSeconds: number
}

/** Every read model rebuilt from one log into LMDB and into MongoDB, in turns; then the log of KurrentDB alone. */
export async function benchRebuildStores(options: RebuildStoresOptions): Promise<Report> {
  const mongo = await startMongo({ url: options.mongodbUrl, delayMs: 0 })
  const kurrentdb = options.kurrentdb ? await startKurrentdb({ url: options.kurrentdbUrl, delayMs: 0 }) : undefined
  try {
    return await withDirectory(async (directory) => {
      const store = createLmdbEventStore({ path: join(directory, 'events.mdb'), clock: systemClock })
      await writeMix(store, options.events, options.accounts)
      const { lmdb, mongodb } = await measureRebuilds(directory, store, mongo.url, options.rounds)
      await store.close()
      const scans = kurrentdb ? await measureScans(kurrentdb.url, options) : []
      return report(options, lmdb, mongodb, scans, [mongo.note, ...(kurrentdb ? [kurrentdb.note] : [])])
    })
  } finally {
    await kurrentdb?.stop()
    await mongo.stop()
  }
}

async function measureRebuilds(directory: string, store: EventStore, mongoUrl: string, rounds: number) {
  const database = testDatabase(mongoUrl)
  const connection = await connectMongo({ url: database.url, log: silentLog })
  const onLmdb = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
  const onMongo = createMongoDocumentStore(connection)
  const lmdb: Run[] = []
  const mongodb: Run[] = []
  for (let round = 0; round < rounds; round++) {
    lmdb.push(await measureRebuild(store, onLmdb))
    mongodb.push(await measureRebuild(store, onMongo))
  }
  await onLmdb.close()
  await onMongo.close()
  await connection.close()
  await database.drop()
  return { lmdb, mongodb }
}

async function measureRebuild(store: EventStore, documents: DocumentStore): Promise<Run> {
  const generations = createGenerations(documents)
  const cpuBefore = cpuTimeUs(process.pid)
  const seconds = await secondsOf(() => rebuild({ store, generations, clock: systemClock }, projections))
  const cpuSeconds = (cpuTimeUs(process.pid) - cpuBefore) / 1e6
  const later = iso(Date.now() + 1_000)
  for (const { name } of projections) await generations.dropPrevious(name, later)
  return { seconds, cpuSeconds }
}

/** Events per second. */
interface Scan {
  /** Of the client's read of all streams. */
  readonly read: number
  /** Of the client's subscription. */
  readonly subscription: number
  /** Of our log, as a rebuild reads it. */
  readonly log: number
}

/** Reads the log of KurrentDB as a rebuild does, and with its client alone, which then decodes only what it always decodes. */
async function measureScans(
  url: string,
  { kurrentdbEvents, accounts, rounds }: RebuildStoresOptions,
): Promise<readonly Scan[]> {
  const prefix = `bench_${newId()}_`
  const store = await openKurrentdbEventStore({ url, log: silentLog, naming: async () => ({ prefix }) })
  const client = KurrentDBClient.connectionString(url)
  const filter = streamNameFilter({ prefixes: [prefix] })
  await writeMix(store, kurrentdbEvents, accounts)
  const scans: Scan[] = []
  for (let round = 0; round < rounds; round++) {
    scans.push({
      read: await rateOf(() => readWith(client, filter)),
      subscription: await rateOf(() => subscribeWith(client, filter)),
      log: await rateOf(() => scan(store)),
    })
  }
  await client.dispose()
  await store.close()
  return scans
}

type Filter = ReturnType<typeof streamNameFilter>

/** @param read returns the number of events. @returns events per second */
async function rateOf(read: () => Promise<number>): Promise<number> {
  let events = 0
  const seconds = await secondsOf(async () => {
    events = await read()
  })
  return events / seconds
}

/** @returns the number of events */
async function readWith(client: KurrentDBClient, filter: Filter): Promise<number> {
  let events = 0
  for await (const _ of client.readAll({ fromPosition: FIRST, filter })) events++
  return events
}

/** @returns the number of events */
function subscribeWith(client: KurrentDBClient, filter: Filter): Promise<number> {
  let events = 0
  const subscription = client.subscribeToAll({ fromPosition: FIRST, filter })
  return new Promise<number>((resolve, reject) => {
    subscription.on('data', () => {
      events++
    })
    // It is reported before the events in the client's buffer are delivered.
    subscription.on('caughtUp', () => resolve(events + subscription.readableLength))
    subscription.on('error', reject)
  }).finally(() => subscription.unsubscribe())
}

async function scan(store: EventStore): Promise<number> {
  const ending = new AbortController()
  let events = 0
  for await (const slice of store.subscribe({ after: START, signal: ending.signal })) {
    events += slice.events.length
    if (slice.caughtUp) break
  }
  ending.abort()
  return events
}

function report(
  { events, accounts, rounds, kurrentdb, kurrentdbEvents }: RebuildStoresOptions,
  lmdb: readonly Run[],
  mongodb: readonly Run[],
  scans: readonly Scan[],
  notes: readonly string[],
): Report {
  const secondsIn = (runs: readonly Run[]) => median(runs.map(({ seconds }) => seconds))
  const scanRatio = median(scans.map(({ log, subscription }) => log / subscription))
  const ratio = median(mongodb.map(({ seconds }, round) => seconds / lmdb[round]!.seconds))
  const row = (name: string, runs: readonly Run[], last: string) => [
    name,
    events / secondsIn(runs),
    secondsIn(runs),
    median(runs.map(({ cpuSeconds }) => cpuSeconds)),
    last,
  ]
  return {
    benchmark: 'Rebuilding every read model into LMDB and into MongoDB',
    settings: {
      log: `${events.toLocaleString('en')} events of every kind, ${accounts} accounts, LMDB`,
      models: String(projections.length),
      rounds: `${rounds} of each, alternating; medians, and the median of the rounds' ratios`,
      ...(kurrentdb && {
        KurrentDB: `a scan of ${kurrentdbEvents.toLocaleString('en')} events, as a rebuild reads them`,
      }),
    },
    columns: ['', 'events/s', 'seconds', 'CPU seconds', '÷ LMDB'],
    rows: [row('into LMDB', lmdb, ''), row('into MongoDB', mongodb, times(ratio)), ...scanRows(scans)],
    targets: [
      { what: 'seconds into MongoDB ÷ LMDB', measured: ratio, atMost: MAX_RATIO },
      ...(scans.length > 0
        ? [
            {
              what: 'events/s from KurrentDB',
              measured: median(scans.map(({ log }) => log)),
              atLeast: MIN_KURRENTDB_EVENTS_PER_SECOND,
            },
            { what: "scan of KurrentDB ÷ its client's subscription", measured: scanRatio, atLeast: MIN_SCAN_RATIO },
          ]
        : []),
    ],
    notes,
  }
}

const scanRows = (scans: readonly Scan[]): (string | number)[][] =>
  scans.length === 0
    ? []
    : [
        ["KurrentDB, its client's read", median(scans.map(({ read }) => read)), '', '', ''],
        ["KurrentDB, its client's subscription", median(scans.map(({ subscription }) => subscription)), '', '', ''],
        ['KurrentDB, our scan', median(scans.map(({ log }) => log)), '', '', ''],
      ]
