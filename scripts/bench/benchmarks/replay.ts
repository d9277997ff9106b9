import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { createGenerations } from '../../../src/eventing/generations.js'
import { rebuild } from '../../../src/eventing/rebuild.js'
import { accountProjections } from '../../../src/features/accounts/index.js'
import { verificationProjections } from '../../../src/features/verification/index.js'
import { iso, systemClock } from '../../../src/kernel/clock.js'
import { scanLog } from '../datasets/scanLog.js'
import { writeLog } from '../datasets/writeLog.js'
import { withDirectory } from '../environment/service.js'
import { median, percent, type Report } from '../report.js'
import { secondsOf } from '../timing.js'

interface ReplayOptions {
  readonly events: number
  readonly accounts: number
  readonly rounds: number
}

const MIN_RATIO = 0.5
const projections = [...accountProjections, ...verificationProjections]

/** Rebuilds the read models of accounts and verification into stores on disk, against a scan of the same log. */
export async function benchReplay({ events, accounts, rounds }: ReplayOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const store = createLmdbEventStore({ path: join(directory, 'events.mdb'), clock: systemClock })
    const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
    const generations = createGenerations(documents)
    await writeLog(store, events, accounts)
    const written = await scanLog(store)
    if (written !== events) throw new Error(`The log has ${written} events instead of ${events}.`)

    const scanRates: number[] = []
    const rebuildRates: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const scan = await secondsOf(() => scanLog(store))
      const fold = await secondsOf(() => rebuild({ store, generations, clock: systemClock }, projections))
      const later = iso(Date.now() + 1_000)
      for (const { name } of projections) await generations.dropPrevious(name, later)
      const isWarmUp = round === 0
      if (isWarmUp) continue
      scanRates.push(events / scan)
      rebuildRates.push(events / fold)
    }
    await Promise.all([store.close(), documents.close()])

    const ratio = median(rebuildRates.map((rate, round) => rate / scanRates[round]!))
    return {
      benchmark: 'Replay: rebuilding read models ÷ a raw scan of the log',
      settings: {
        log: `${events.toLocaleString('en')} events of ${accounts.toLocaleString('en')} accounts, LMDB`,
        models: projections.map(({ name }) => name).join(', '),
        rounds: `${rounds} of each, alternating, after one warm-up round; medians`,
      },
      columns: ['', 'events/s', '÷ scan'],
      rows: [
        ['raw scan', median(scanRates), '100 %'],
        ['rebuild, up to the switch of generations', median(rebuildRates), percent(ratio)],
      ],
      targets: [{ what: 'rebuild ÷ scan', measured: ratio, atLeast: MIN_RATIO }],
    }
  })
}
