// The adapter for KurrentDB against its client alone: appends to many streams and to one, and reads of the whole log.
import { randomUUID } from 'node:crypto'
import { jsonEvent, KurrentDBClient, streamNameFilter } from '@kurrent/kurrentdb-client'
import { silentLog } from '../../../src/kernel/log.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { newEvent } from '../../../testbed/given/events.js'
import { compiled } from '../../../testbed/service/compiled.js'
import { startKurrentdb } from '../environment/storeServers.js'
import { figure, median, type Report } from '../report.js'
import { secondsOf } from '../timing.js'

export interface EventStoreOptions {
  /** Appends per measurement, and events of the log that is read. */
  readonly events: number
  readonly rounds: number
  /** Appends in flight. */
  readonly inFlight: readonly number[]
  readonly kurrentdbUrl?: string
}

/** As it is shipped: tsx, which runs this file, adds work to every function that the adapter makes. */
const adapter: typeof import('../../../src/adapters/eventstore/kurrentdb/open.js') = await import(
  compiled('src/adapters/eventstore/kurrentdb/open.ts')
)

const STREAMS = 128
const MIN_APPENDS = 0.9
const MIN_READS = 0.75
const DATA = { email: 'someone@example.org', status: 'valid', checks: { syntax: true, dns: true }, credits: 1 }

type Append = (stream: string) => Promise<unknown>

interface Comparison {
  readonly what: string
  readonly atLeast: number
  readonly adapter: () => Promise<number>
  readonly client: () => Promise<number>
}

export async function benchEventStore(options: EventStoreOptions): Promise<Report> {
  const server = await startKurrentdb({ url: options.kurrentdbUrl, delayMs: 0 })
  const prefix = `bench${randomUUID().slice(0, 8)}_`
  const client = KurrentDBClient.connectionString(server.url)
  const store = await adapter.openKurrentdbEventStore({
    url: server.url,
    log: silentLog,
    naming: async () => ({ prefix }),
  })
  try {
    const results = new Map<Comparison, { adapter: number[]; client: number[] }>()
    const comparisons = comparisonsOf(options, { store, client, prefix })
    for (let round = 0; round < options.rounds; round++) {
      for (const comparison of comparisons) {
        const figures = results.get(comparison) ?? { adapter: [], client: [] }
        results.set(comparison, figures)
        figures.adapter.push(await comparison.adapter())
        figures.client.push(await comparison.client())
      }
    }
    return reportOf(options, results, server.note)
  } finally {
    await store.close()
    await client.dispose()
    await server.stop()
  }
}

function comparisonsOf(
  { events, inFlight }: EventStoreOptions,
  { store, client, prefix }: { store: EventStore; client: KurrentDBClient; prefix: string },
): Comparison[] {
  const byAdapter: Append = (stream) => store.append(stream, [newEvent(DATA)], { expected: 'any' })
  const { meta: metadata } = newEvent()
  const byClient: Append = (stream) =>
    client.appendToStream(prefix + stream, jsonEvent({ type: 'Happened', data: DATA, metadata: { ...metadata } }))
  const filter = streamNameFilter({ prefixes: [prefix] })
  return [
    ...inFlight.map((count) => ({
      what: `appends/s to ${STREAMS} streams, ${count} in flight`,
      atLeast: MIN_APPENDS,
      adapter: () => appends(byAdapter, events, count, STREAMS),
      client: () => appends(byClient, events, count, STREAMS),
    })),
    {
      what: 'appends/s to one stream, 128 in flight',
      atLeast: 1,
      adapter: () => appends(byAdapter, events, 128, 1),
      client: () => appends(byClient, events, 128, 1),
    },
    {
      what: 'events/s of the whole log',
      atLeast: MIN_READS,
      adapter: () => reads(() => store.readAll({ limit: events })),
      client: () => reads(() => client.readAll({ filter, maxCount: events })),
    },
  ]
}

/** @returns appends per second */
async function appends(append: Append, count: number, inFlight: number, streams: number): Promise<number> {
  let number = 0
  const seconds = await secondsOf(() =>
    Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (number < count) await append(`stream-${number++ % streams}`)
      }),
    ),
  )
  return count / seconds
}

/**
 * Reads twice, and measures the second time: a log that is worth the time is long, and half a second of it would mostly show
 * how V8 compiles.
 * @returns events per second
 */
async function reads(read: () => AsyncIterable<unknown>): Promise<number> {
  await countOf(read())
  let count = 0
  const seconds = await secondsOf(async () => {
    count = await countOf(read())
  })
  return count / seconds
}

async function countOf(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of events) count++
  return count
}

function reportOf(
  { events, rounds }: EventStoreOptions,
  results: ReadonlyMap<Comparison, { adapter: number[]; client: number[] }>,
  note: string,
): Report {
  const rows = [...results].map(([{ what, atLeast }, { adapter, client }]) => ({
    ...{ what, atLeast, adapter: median(adapter), client: median(client) },
    ratio: median(adapter.map((each, round) => each / client[round]!)),
  }))
  return {
    benchmark: 'The adapter for KurrentDB against its client alone',
    settings: { events, rounds },
    columns: ['', 'adapter', 'client', 'ratio'],
    rows: rows.map(({ what, adapter, client, ratio }) => [what, figure(adapter), figure(client), ratio.toFixed(2)]),
    targets: rows.map(({ what, atLeast, ratio }) => ({ what: `ratio of ${what}`, measured: ratio, atLeast })),
    notes: ['Appends to one stream share calls', note],
  }
}
