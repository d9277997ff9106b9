import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { createPoolAsOf } from '../../../src/features/pool/index.js'
import { iso } from '../../../src/kernel/clock.js'
import { createKeyDerivation } from '../../../src/kernel/crypto/keyDerivation.js'
import { silentLog } from '../../../src/kernel/log.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { scanLog } from '../datasets/scanLog.js'
import { writeLog } from '../datasets/writeLog.js'
import { writePool } from '../datasets/writePool.js'
import { withDirectory } from '../environment/service.js'
import { figure, median, percent, type Report } from '../report.js'
import { secondsOf } from '../timing.js'

interface AsOfOptions {
  readonly events: number
  readonly accounts: number
  readonly days: number
  readonly rounds: number
}

const DAY_MS = 24 * 60 * 60_000
const FIRST_DAY = Date.UTC(2026, 9, 26)
/** Share of contributions; the other events are verifications. */
const CONTRIBUTED_SHARE = 1 / 3
/** Number of events from which on a query saves a snapshot. */
const SNAPSHOT_THRESHOLD = 10_000
const MIN_FOLD_RATIO = 0.5
const MAX_SNAPSHOT_RATIO = 0.5
const MAX_BLOCKED_MS = 30

/** Durations of one round, in seconds. */
interface Round {
  readonly scan: number
  readonly fold: number
  /** A fold that also saves snapshots. */
  readonly foldAndSave: number
  readonly fromSnapshot: number
  /** The longest time for which folding blocked the event loop, in milliseconds. */
  readonly blockedMs: number
}

interface SettableClock {
  time: number
  now(): number
}

/** As-of queries without and with a snapshot, against a scan of the same events. */
export async function benchAsOf(options: AsOfOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const clock: SettableClock = { time: FIRST_DAY, now: () => clock.time }
    const store = createLmdbEventStore({ path: join(directory, 'events.mdb'), clock })
    const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
    await writeDays(store, clock, options)
    const asOf = clock.time
    clock.time += 1_000
    const openPast = (minSnapshotEvents: number) =>
      createPoolAsOf({
        store,
        documents,
        clock,
        log: silentLog,
        deriveKey: createKeyDerivation(Buffer.alloc(32, 7)),
        minContributors: 1,
        domainMinAddresses: 5,
        domainMinContributors: 3,
        isBigProvider: () => false,
        minSnapshotEvents,
      })
    const withoutSnapshots = openPast(Number.POSITIVE_INFINITY)
    const withSnapshots = openPast(SNAPSHOT_THRESHOLD)
    const rounds = await measure(store, { withoutSnapshots, withSnapshots, asOf, rounds: options.rounds })
    await withSnapshots.close()
    await Promise.all([store.close(), documents.close()])
    return report(options, asOf, rounds)
  })
}

/** Fills the log day by day, with the same addresses contributed again on each day. */
async function writeDays(store: EventStore, clock: SettableClock, { events, accounts, days }: AsOfOptions) {
  const appendAnyway: EventStore = {
    ...store,
    append: (stream, newEvents) => store.append(stream, newEvents, { expected: 'any' }),
  }
  const contributions = Math.round(events * CONTRIBUTED_SHARE)
  for (let day = 0; day < days; day++) {
    clock.time = FIRST_DAY + day * DAY_MS
    await writePool(appendAnyway, Math.round(contributions / days), accounts)
    await writeLog(store, Math.round((events - contributions) / days), Math.ceil(accounts / days))
  }
}

type Past = ReturnType<typeof createPoolAsOf>

interface Measurement {
  readonly withoutSnapshots: Past
  readonly withSnapshots: Past
  readonly asOf: number
  readonly rounds: number
}

async function measure(
  store: EventStore,
  { withoutSnapshots, withSnapshots, asOf, rounds }: Measurement,
): Promise<Round[]> {
  const query = (past: Past) => async () => {
    await Promise.all([past.getPoolStats(asOf), past.getPoolLeaderboard('all-time', 100, asOf)])
  }
  const measured: Round[] = []
  for (let round = 0; round <= rounds; round++) {
    await withSnapshots.dropSnapshots()
    const scan = await secondsOf(() => scanLog(store))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const fold = await secondsOf(query(withoutSnapshots))
    delay.disable()
    const foldAndSave = await secondsOf(query(withSnapshots))
    const fromSnapshot = await secondsOf(query(withSnapshots))
    const isWarmUp = round === 0
    if (!isWarmUp) measured.push({ scan, fold, foldAndSave, fromSnapshot, blockedMs: delay.max / 1e6 })
  }
  return measured
}

function report({ events, accounts, days, rounds }: AsOfOptions, asOf: number, measured: readonly Round[]): Report {
  const medianOf = (name: keyof Round) => median(measured.map((round) => round[name]))
  const row = (what: string, name: keyof Round) => [
    what,
    medianOf(name) * 1_000,
    percent(medianOf('scan') / medianOf(name)),
  ]
  return {
    benchmark: 'As-of queries: statistics and leaderboard of a past moment',
    settings: {
      log: `${figure(events)} events over ${days} days, a third of them contributions, ${figure(accounts)} accounts, LMDB`,
      'as of': iso(asOf),
      rounds: `${rounds} of each, alternating, after one warm-up round; medians`,
    },
    columns: ['', 'ms', 'speed ÷ scan'],
    rows: [
      row('raw scan', 'scan'),
      row('fold from the start', 'fold'),
      row('fold, saving snapshots', 'foldAndSave'),
      row('from the last snapshot', 'fromSnapshot'),
    ],
    targets: [
      {
        what: 'fold ÷ scan, events/s',
        measured: median(measured.map(({ scan, fold }) => scan / fold)),
        atLeast: MIN_FOLD_RATIO,
      },
      {
        what: 'longest block of the event loop while folding, ms',
        measured: medianOf('blockedMs'),
        atMost: MAX_BLOCKED_MS,
      },
      {
        what: 'time from a snapshot ÷ from the start',
        measured: medianOf('fromSnapshot') / medianOf('fold'),
        atMost: MAX_SNAPSHOT_RATIO,
      },
    ],
  }
}
