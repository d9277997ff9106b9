import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { rebuild } from '../../src/eventing/rebuild.js'
import { accountProjections } from '../../src/features/accounts/index.js'
import { verificationProjections } from '../../src/features/verification/index.js'
import { iso, systemClock } from '../../src/kernel/clock.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { withDirectory } from './house.js'
import { median, percent, type Report } from './report.js'
import { writeLog } from './writeLog.js'

export interface ReplayOptions {
  readonly events: number
  readonly accounts: number
  readonly rounds: number
}

const LEAST = 0.5
const projections = [...accountProjections, ...verificationProjections]

/** Rebuilds all read models into stores on disk, against a scan of the same log. */
export async function benchReplay({ events, accounts, rounds }: ReplayOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const store = createLmdbEventStore({ path: join(directory, 'events.mdb'), clock: systemClock })
    const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
    const generations = createGenerations(documents)
    await writeLog(store, events, accounts)

    const scanned: number[] = []
    const folded: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const scan = await secondsOf(() => scanAll(store, events))
      const fold = await secondsOf(() => rebuild({ store, generations, clock: systemClock }, projections))
      const later = iso(Date.now() + 1_000)
      for (const { name } of projections) await generations.dropPrevious(name, later)
      if (round === 0) continue
      scanned.push(events / scan)
      folded.push(events / fold)
    }
    await Promise.all([store.close(), documents.close()])

    const ratio = median(folded.map((rate, round) => rate / scanned[round]!))
    return {
      benchmark: 'Replay: all read models folded anew ÷ a raw scan of the log',
      settings: {
        log: `${events.toLocaleString('en')} events of ${accounts.toLocaleString('en')} accounts, LMDB`,
        models: projections.map(({ name }) => name).join(', '),
        rounds: `${rounds} of each, alternating, after one that does not count; medians`,
      },
      columns: ['', 'events/s', 'share'],
      rows: [
        ['raw scan', median(scanned), '100 %'],
        ['rebuild, to the flip', median(folded), percent(ratio)],
      ],
      targets: [{ what: 'rebuild ÷ scan', measured: ratio, atLeast: LEAST }],
    }
  })
}

async function scanAll(store: EventStore, expected: number): Promise<void> {
  let count = 0
  for await (const _ of store.readAll()) count++
  if (count !== expected) throw new Error(`${count} events in the log, ${expected} were written`)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
