// Reads all jobs of a file, and the queues that index them, to find damage.
import type { Damage } from '../../../kernel/ports/eventStore.js'
import { inspectPages } from '../../lmdb/inspectPages.js'
import { openTables } from './tables.js'

/** Every job must be readable and in the queue that its times say; every entry of a queue must be one of a job. */
export async function* inspectJobs(
  path: string,
  signal: AbortSignal,
  pause?: () => Promise<unknown>,
): AsyncGenerator<Damage, void, void> {
  const problems = inspectPages(path, (environment) => openTables(environment).inspections, signal, pause)
  for await (const problem of problems) yield { position: null, problem: `jobs: ${problem}` }
}
