import type { Clock } from '../../src/kernel/clock.js'
import type { JobHandler, Jobs } from '../../src/kernel/ports/jobs.js'

/** Jobs of one kind that run one at a time when a test decides, on a clock that it sets. */
export function createManualJobs(clock: Clock) {
  const due = new Map<string, number>()
  const enqueued: string[] = []
  const tenants = new Map<string, string | undefined>()

  const enqueue = (key: string, at: number): void => {
    due.set(key, Math.min(due.get(key) ?? Number.POSITIVE_INFINITY, at))
  }

  const jobs: Jobs = {
    async enqueue(name, key, { at = clock.now(), tenant } = {}) {
      tenants.set(key, tenant)
      enqueued.push(`${name} ${key}`)
      enqueue(key, at)
    },
  }

  return {
    jobs,
    /** Every scheduled job, in order: `<name> <key>`. */
    enqueued: enqueued as readonly string[],
    /** The tenants of the jobs, by key. */
    tenants: tenants as ReadonlyMap<string, string | undefined>,
    async run(handler: JobHandler): Promise<void> {
      for (;;) {
        const next = [...due].find(([, at]) => at <= clock.now())
        if (!next) return
        const [key] = next
        due.delete(key)
        const answer = await handler(key, { signal: new AbortController().signal })
        if (answer) enqueue(key, answer.again)
      }
    },
  }
}
