import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createPoolAsOf } from '../../src/features/pool/index.js'
import { iso } from '../../src/kernel/clock.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import { silentLog } from '../../src/kernel/log.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { withDirectory } from './house.js'
import { figure, median, percent, type Report } from './report.js'
import { writeLog } from './writeLog.js'
import { writePool } from './writePool.js'

export interface AsOfOptions {
  readonly events: number
  readonly accounts: number
  readonly days: number
  readonly rounds: number
}

const DAY_MS = 24 * 60 * 60_000
const BEGIN = Date.UTC(2026, 9, 26)
/** Share of contributions; the other events are verifications. */
const CONTRIBUTED = 1 / 3
const LEAST = 0.5
const LONGEST_TURN_MS = 30

/** As-of queries without and with a snapshot, against a scan of the same events. */
export async function benchAsOf({ events, accounts, days, rounds }: AsOfOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const clock = { time: BEGIN, now: () => clock.time }
    const store = createLmdbEventStore({ path: join(directory, 'events.mdb'), clock })
    const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
    /** Addresses that are repeated on another day. */
    const again: EventStore = { ...store, append: (stream, given) => store.append(stream, given, { expected: 'any' }) }
    const contributions = Math.round(events * CONTRIBUTED)
    for (let day = 0; day < days; day++) {
      clock.time = BEGIN + day * DAY_MS
      await writePool(again, Math.round(contributions / days), accounts)
      await writeLog(store, Math.round((events - contributions) / days), Math.ceil(accounts / days))
    }
    const asked = clock.time
    clock.time += 1_000
    const open = (minSnapshotEvents: number) =>
      createPoolAsOf({
        store,
        documents,
        clock,
        log: silentLog,
        deriveKey: createKeyDerivation(Buffer.alloc(32, 7)),
        domainMinAddresses: 5,
        domainMinContributors: 3,
        isBigProvider: () => false,
        minSnapshotEvents,
      })
    const ask = (past: ReturnType<typeof open>) => async () => {
      await Promise.all([past.getPoolStats(asked), past.getPoolLeaderboard('all-time', 100, asked)])
    }
    const never = ask(open(Number.POSITIVE_INFINITY))
    const usual = open(10_000)

    const scanned: number[] = []
    const folded: number[] = []
    const making: number[] = []
    const kept: number[] = []
    const turns: number[] = []
    for (let round = 0; round <= rounds; round++) {
      await usual.dropSnapshots()
      const scan = await secondsOf(() => scanAll(store))
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const fold = await secondsOf(never)
      delay.disable()
      const made = await secondsOf(ask(usual))
      const found = await secondsOf(ask(usual))
      if (round === 0) continue
      scanned.push(scan)
      folded.push(fold)
      making.push(made)
      kept.push(found)
      turns.push(delay.max / 1e6)
    }
    await usual.close()
    await Promise.all([store.close(), documents.close()])

    const ratio = median(scanned.map((scan, round) => scan / folded[round]!))
    const row = (what: string, seconds: readonly number[]) => {
      const took = median(seconds)
      return [what, took * 1_000, percent(median(scanned) / took)]
    }
    return {
      benchmark: 'The past: statistics and leaderboard of a moment',
      settings: {
        log: `${figure(events)} events of ${days} days, a third of them contributions of ${figure(accounts)} accounts, LMDB`,
        asked: iso(asked),
        rounds: `${rounds} of each, alternating, after one that does not count; medians`,
      },
      columns: ['', 'ms', 'speed of a scan'],
      rows: [
        row('raw scan', scanned),
        row('folded from the beginning', folded),
        row('the same, making snapshots', making),
        row('from the last snapshot', kept),
      ],
      targets: [
        { what: 'fold ÷ scan, events a second', measured: ratio, atLeast: LEAST },
        { what: 'longest turn while it folds, ms', measured: median(turns), atMost: LONGEST_TURN_MS },
        { what: 'from a snapshot ÷ from the beginning, time', measured: median(kept) / median(folded), atMost: 0.5 },
      ],
    }
  })
}

async function scanAll(store: EventStore): Promise<void> {
  for await (const _ of store.readAll());
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
