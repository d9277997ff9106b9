import { computeJobState, type JobsOverview } from 'agenda'
import type { KeptJob } from './lifecycle.js'

/** Counts jobs by name and state. */
export function overview(jobs: Iterable<KeptJob>): JobsOverview[] {
  const now = new Date()
  const names = new Map<string, JobsOverview>()
  for (const job of jobs) {
    const counts = names.get(job.name) ?? emptyOverview(job.name)
    names.set(job.name, counts)
    counts.total++
    counts[computeJobState(job, now)]++
  }
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const emptyOverview = (name: string): JobsOverview => ({
  name,
  total: 0,
  running: 0,
  scheduled: 0,
  queued: 0,
  completed: 0,
  failed: 0,
  repeating: 0,
  paused: 0,
})
