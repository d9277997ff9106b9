import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { START } from '../../src/kernel/position.js'
import { BUILT, runCommand } from '../soak/serviceProcess.js'
import { withDirectory } from './house.js'
import { median, type Report } from './report.js'
import { writeMix } from './writeMix.js'

export interface RebuildOptions {
  readonly events: number
  readonly accounts: number
  readonly rounds: number
}

const MOST_SECONDS = 60

/** Every read model rebuilt by the operator's command, from the start of the process to its end, over a log of all kinds. */
export async function benchRebuild({ events, accounts, rounds }: RebuildOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const { paths, release } = openDataDirectory(directory, { hold: true })
    const store = createLmdbEventStore({ path: paths.events, clock: systemClock })
    await writeMix(store, events, accounts)
    const kinds = new Map<string, number>()
    for await (const { type } of store.readAll({ after: START })) kinds.set(type, (kinds.get(type) ?? 0) + 1)
    await store.close()
    release()

    // Folds the live ones, which a service would have done long ago.
    await command(directory)
    const seconds: number[] = []
    let models = 0
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      models = (await command(directory)).match(/ is rebuilt: /g)?.length ?? 0
      seconds.push((performance.now() - began) / 1_000)
    }
    const total = [...kinds.values()].reduce((sum, count) => sum + count, 0)
    const middle = median(seconds)
    return {
      benchmark: 'mailproof projections rebuild --all',
      settings: {
        log: [...kinds].map(([type, count]) => `${count.toLocaleString('en')} ${type}`).join(', '),
        accounts,
        rounds: `${rounds}, after one that does not count; the process and the flips included`,
      },
      columns: ['models', 'events', 'seconds', 'slowest', 'events/s'],
      rows: [[String(models), total, middle, Math.max(...seconds), total / middle]],
      targets: [{ what: `seconds for ${total.toLocaleString('en')} events`, measured: middle, atMost: MOST_SECONDS }],
    }
  })
}

async function command(directory: string): Promise<string> {
  const env = { DATA_DIR: directory, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
  const { code, output } = await runCommand({ program: BUILT, env }, ['projections', 'rebuild', '--all'])
  if (code !== 0) throw new Error(`the rebuild ended with ${code}:\n${output}`)
  return output
}
