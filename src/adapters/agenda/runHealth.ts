// Which jobs of this process hang or fail again and again, for its readiness.
import type { Run } from './run.js'
import type { JobTimings } from './timings.js'

/** Consecutive failures after which a job is reported as a problem. */
const MIN_REPORTED_FAILURES = 3
/** A job that has not failed here for this many times `lastRetryMs` is no longer counted: another process runs it. */
const FORGET_AFTER_RETRIES = 3

/** The runs of this process, and the jobs whose last run failed. */
interface RunHealth {
  readonly runs: ReadonlySet<Run>
  /** Counts a run until it ends. */
  add(run: Run): void
  succeeded(id: string): void
  failed(id: string, name: string, failures: number): void
  /**
   * Problems that an operator should look into, in words.
   * @param polledAt time of the last poll for due jobs, in milliseconds since the epoch
   */
  problems(polledAt: number): string[]
}

export function createRunHealth({
  lastRetryMs,
  stalledMs,
  hangMs,
}: Pick<JobTimings, 'lastRetryMs' | 'stalledMs' | 'hangMs'>): RunHealth {
  const runs = new Set<Run>()
  /** By job id. */
  const failing = new Map<string, { readonly name: string; readonly failures: number; readonly at: number }>()

  return {
    runs,
    add(run) {
      runs.add(run)
      const remove = () => void runs.delete(run)
      run.ended.then(remove, remove)
    },
    succeeded: (id) => void failing.delete(id),
    failed: (id, name, failures) => void failing.set(id, { name, failures, at: Date.now() }),
    problems(polledAt) {
      const now = Date.now()
      for (const [id, { at }] of failing) if (now - at > FORGET_AFTER_RETRIES * lastRetryMs) failing.delete(id)
      const failingRepeatedly = [...failing.values()].filter(({ failures }) => failures >= MIN_REPORTED_FAILURES)
      const hanging = [...runs].filter(
        ({ definition, startedAtMs }) => !definition.isLong && now - startedAtMs > hangMs,
      )
      return [
        ...(now - polledAt > stalledMs && runs.size === 0 ? ['not polling for due jobs'] : []),
        ...countByName(failingRepeatedly, 'failing repeatedly'),
        ...countByName(
          hanging.map(({ definition }) => definition),
          'hanging',
        ),
      ]
    },
  }
}

/** One message per job name, with the number of jobs. */
function countByName(jobs: readonly { readonly name: string }[], what: string): string[] {
  const counts = new Map<string, number>()
  for (const { name } of jobs) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} jobs ${what}: ${count}`)
}
