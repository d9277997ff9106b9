import {
  computeJobState,
  type JobState,
  type JobsOverview,
  type JobsQueryOptions,
  type JobsResult,
  type RemoveJobsOptions,
} from 'agenda'
import type { KeptJob } from './lifecycle.js'

/** Whether a value contains a part: objects are compared by the part's members, anything else by identity. */
const includes = (value: unknown, part: unknown): boolean =>
  typeof part === 'object' && part !== null
    ? typeof value === 'object' &&
      value !== null &&
      Object.entries(part).every(([member, wanted]) => includes(value[member as keyof typeof value], wanted))
    : value === part

/** Whether a job matches the options. Empty options match no job. */
export function matches(job: KeptJob, { id, ids, name, names, notNames, data }: RemoveJobsOptions): boolean {
  const conditions = [
    id !== undefined && ((job: KeptJob) => job._id === id),
    ids && ((job: KeptJob) => ids.some((id) => id === job._id)),
    name !== undefined && ((job: KeptJob) => job.name === name),
    names && ((job: KeptJob) => names.includes(job.name)),
    notNames && ((job: KeptJob) => !notNames.includes(job.name)),
    data !== undefined && ((job: KeptJob) => includes(job.data, data)),
  ].filter((condition) => typeof condition === 'function')
  return conditions.length > 0 && conditions.every((condition) => condition(job))
}

export function search(jobs: Iterable<KeptJob>, options: JobsQueryOptions = {}): JobsResult {
  const { state, search, includeDisabled = true, sort = { nextRunAt: 'asc' }, skip = 0, limit, ...named } = options
  const isNamed = Object.keys(named).length > 0
  const now = new Date()
  const found = [...jobs]
    .filter((job) => !isNamed || matches(job, named))
    .filter(({ disabled }) => includeDisabled || !disabled)
    .filter(({ name }) => search === undefined || name.toLowerCase().includes(search.toLowerCase()))
    .map((job) => ({ ...job, state: stateOf(job, now) }))
    .filter((job) => state === undefined || job.state === state)
    .sort((a, b) => {
      for (const [member, direction] of Object.entries(sort)) {
        const order = compare(a[member as keyof KeptJob], b[member as keyof KeptJob])
        if (order) return direction === 'asc' ? order : -order
      }
      return 0
    })
  return { jobs: found.slice(skip, limit ? skip + limit : undefined), total: found.length }
}

export function overview(jobs: Iterable<KeptJob>): JobsOverview[] {
  const now = new Date()
  const names = new Map<string, JobsOverview>()
  for (const job of jobs) {
    const counts = names.get(job.name) ?? emptyOverview(job.name)
    names.set(job.name, counts)
    counts.total++
    counts[stateOf(job, now)]++
  }
  return [...names.values()].sort((a, b) => compare(a.name, b.name))
}

const stateOf = (job: KeptJob, now: Date): JobState => (job.disabled ? 'paused' : computeJobState(job, now))

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

function compare(a: unknown, b: unknown): number {
  const [left, right] = [sortable(a), sortable(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Missing values sort before any text or time. */
const sortable = (value: unknown): number | string =>
  value instanceof Date ? value.getTime() : typeof value === 'number' || typeof value === 'string' ? value : ''
