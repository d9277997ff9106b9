import { runProgram } from '../../../testbed/service/program.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { writeMix } from '../datasets/writeMix.js'
import { withDirectory } from '../environment/service.js'
import { figure, median, type Report } from '../report.js'
import { secondsOf } from '../timing.js'

interface RebuildOptions {
  readonly events: number
  readonly accounts: number
  readonly rounds: number
}

const MAX_SECONDS = 60

/** All read models rebuilt by the operator's command, from the start of its process to its exit, over a log with events of every kind. */
export async function benchRebuild({ events, accounts, rounds }: RebuildOptions): Promise<Report> {
  return withDirectory(async (directory) => {
    const countsByType = await seedDirectory(directory, async (store) => {
      await writeMix(store, events, accounts)
      const counts = new Map<string, number>()
      for await (const { type } of store.readAll()) counts.set(type, (counts.get(type) ?? 0) + 1)
      return counts
    })
    // Folds the live generation first, as a running service would have done.
    await rebuildAll(directory)
    const seconds: number[] = []
    let models = 0
    for (let round = 0; round < rounds; round++) {
      const elapsed = await secondsOf(async () => {
        models = await rebuildAll(directory)
      })
      seconds.push(elapsed)
    }
    const total = [...countsByType.values()].reduce((sum, count) => sum + count, 0)
    const medianSeconds = median(seconds)
    return {
      benchmark: 'mailproof projections rebuild --all',
      settings: {
        log: [...countsByType].map(([type, count]) => `${count.toLocaleString('en')} ${type}`).join(', '),
        accounts,
        rounds: `${rounds}, after one warm-up round; including the start of the process and the switches of generations`,
      },
      columns: ['models', 'events', 'seconds', 'max seconds', 'events/s'],
      rows: [[String(models), total, medianSeconds, Math.max(...seconds), total / medianSeconds]],
      targets: [{ what: `seconds for ${figure(total)} events`, measured: medianSeconds, atMost: MAX_SECONDS }],
    }
  })
}

/** @returns the number of read models */
async function rebuildAll(directory: string): Promise<number> {
  const env = { DATA_DIR: directory, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
  const { code, stdout, stderr } = await runProgram(['projections', 'rebuild', '--all', '--json'], env)
  if (code !== 0) throw new Error(`The rebuild exited with code ${code}:\n${stdout}${stderr}`)
  return (JSON.parse(stdout) as unknown[]).length
}
