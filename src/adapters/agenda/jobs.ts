import { Agenda, type AgendaBackend, exponential, InMemoryNotificationChannel, type Job, toJobId } from 'agenda'
import { systemClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { JobCounts, JobDefinition, Jobs, SlotCounts } from '../../kernel/ports/jobs.js'
import { trackClaims } from './claims.js'
import { type JobData, type Run, startRun, toDate } from './run.js'
import { createSlots } from './slots.js'

/** All in milliseconds. */
export interface JobTimings {
  /** Interval between polls for due jobs: those enqueued by other processes, and those whose time has come. */
  readonly pollMs: number
  /** Lifetime of a lock that is not renewed; then another process takes it over. */
  readonly lockMs: number
  /** Interval at which a run renews its lock. */
  readonly touchMs: number
  /** Delay before the first retry of a run that threw; doubles up to `lastRetryMs`. */
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** How long to wait for runs to end when the service stops. */
  readonly drainMs: number
  /** Time without a poll after which polling counts as stalled. */
  readonly stalledMs: number
  /** Duration after which a run counts as hung: each should yield its slot to others after 20 s. */
  readonly hangMs: number
}

const TIMINGS: JobTimings = {
  pollMs: 1_000,
  lockMs: 30_000,
  touchMs: 10_000,
  firstRetryMs: 1_000,
  lastRetryMs: 60_000,
  drainMs: 10_000,
  stalledMs: 30_000,
  hangMs: 10 * 60_000,
}

export interface JobsDependencies {
  /** A backend that passes the contract suite `agendaBackendContract`: its locks are fenced, and it loses no request. */
  readonly backend: AgendaBackend
  readonly log: Log
  readonly timings?: Partial<JobTimings>
}

/** Consecutive failures after which a job is reported as a problem. */
const MIN_REPORTED_FAILURES = 3

export interface JobRunner extends Jobs {
  /** Problems that an operator should poll into, in words; empty while all is well. */
  problems(): string[]
  /** Queue length per job name, for every name that was ever enqueued. */
  counts(): Promise<readonly JobCounts[]>
  /** Slots of this process per job name, taken and free. */
  slots(): readonly SlotCounts[]
  /** Starts running jobs. Until then, and in a process that never calls it, jobs can only be enqueued. */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Aborts the runs, waits for them up to `drainMs`, and makes those that did not end due again. `enqueue` sincePollMs works. */
  stop(): Promise<void>
}

/** Jobs on Agenda, which reads the machine's own clock. The backend stays open after `stop`. */
export async function createJobRunner({ backend, log, timings }: JobsDependencies): Promise<JobRunner> {
  const { pollMs, lockMs, touchMs, firstRetryMs, lastRetryMs, drainMs, stalledMs, hangMs } = { ...TIMINGS, ...timings }
  await backend.connect()
  const { repository } = backend
  const slots = createSlots()
  const claims = trackClaims(backend, { lockMs, slots, log, poll: (name) => wake(name) })
  const channel = new InMemoryNotificationChannel()
  const agenda = new Agenda({ backend: claims.backend, notificationChannel: channel, processEvery: pollMs })
  const runs = new Set<Run>()
  /** Jobs whose last run failed, by their ids. */
  const failing = new Map<string, { readonly name: string; readonly failures: number; readonly at: number }>()
  let startedAt: number | undefined
  let stopping = false

  agenda.on('error', (error: Error) => {
    if (!isFalseAlarm(error)) log.warn({ error }, 'job backend error')
  })
  agenda.on('success', ({ attrs: { _id } }: Job) => void failing.delete(`${_id}`))
  agenda.on('fail', (error: Error, { attrs: { _id, name, data, failCount } }: Job) => {
    const { key } = data as JobData
    failing.set(`${_id}`, { name, failures: failCount ?? 1, at: Date.now() })
    log.warn({ job: name, key, attempt: failCount, error }, 'a job failed and will be retried')
  })
  // Agenda would poll for the next job only at its next poll. It counts this one as running until the next event loop turn.
  agenda.on('complete', ({ attrs: { name } }: Job) => setImmediate(() => wake(name)))

  /** Polls for due jobs of this name now, in this process. */
  function wake(name: string): void {
    if (stopping || channel.state !== 'connected') return
    const timestamp = new Date()
    void channel.publish({ jobId: toJobId(''), jobName: name, nextRunAt: null, priority: 0, timestamp })
  }

  function define({ name, concurrency, handler }: JobDefinition): void {
    const process = async (job: Job<JobData>): Promise<void> => {
      if (stopping) {
        job.attrs.nextRunAt = new Date()
        return
      }
      const run = startRun(job, { name, handler, touchMs, lockMs })
      runs.add(run)
      await run.ended.finally(() => runs.delete(run))
    }
    slots.define({ name, concurrency })
    agenda.define(name, process, {
      concurrency,
      lockLimit: concurrency,
      lockLifetime: NO_LOCK_CHECK,
      backoff: exponential({ delay: firstRetryMs, factor: 2, maxDelay: lastRetryMs, maxRetries: Infinity }),
    })
  }

  return {
    async enqueue(name, key, { at = systemClock.now(), tenant } = {}) {
      const data: JobData = tenant === undefined ? { key } : { key, tenant }
      const job = { name, data, type: 'normal' as const, priority: 0, nextRunAt: toDate(at) }
      await repository.saveJob({ ...job, unique: { 'data.key': key } }, undefined)
      wake(name)
    },
    problems() {
      if (startedAt === undefined || stopping) return []
      const now = Date.now()
      const sincePollMs = now - Math.max(startedAt, claims.polledAt())
      // Another process may have run them since.
      for (const [id, { at }] of failing) if (now - at > FORGET_AFTER_RETRIES * lastRetryMs) failing.delete(id)
      const failingRepeatedly = [...failing.values()].filter(({ failures }) => failures >= MIN_REPORTED_FAILURES)
      const hanging = [...runs].filter(({ startedAtMs }) => now - startedAtMs > hangMs)
      return [
        ...(sincePollMs > stalledMs && runs.size === 0 ? ['not polling for due jobs'] : []),
        ...countByName(failingRepeatedly, 'failing repeatedly'),
        ...countByName(hanging, 'hanging'),
      ]
    },
    async counts() {
      const overview = await repository.getJobsOverview()
      return overview.map(({ name, queued, running, scheduled, failed }) => ({
        name,
        due: queued,
        running,
        later: scheduled,
        failing: failed,
      }))
    },
    slots: slots.counts,
    async start(definitions) {
      startedAt = Date.now()
      definitions.forEach(define)
      agenda.maxConcurrency(definitions.reduce((sum, { concurrency }) => sum + concurrency, 0))
      await agenda.start()
    },
    async stop() {
      stopping = true
      for (const run of runs) run.abort('the service is stopping')
      await agenda.drain({ timeout: drainMs, closeConnection: false })
      await claims.release()
    },
  }
}

/** A failing job that has not failed here for this many times `lastRetryMs` is no longer counted: another process runs it. */
const FORGET_AFTER_RETRIES = 3

/** One message per job name, with the number of jobs. */
function countByName(jobs: readonly { readonly name: string }[], what: string): string[] {
  const counts = new Map<string, number>()
  for (const { name } of jobs) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} jobs ${what}: ${count}`)
}

/**
 * Disables Agenda's own lock expiry check; locks are held and renewed here. It would count a job that is sincePollMs running
 * as gone, count a job that expired before it started forever, and failingRepeatedly the process alive for half a lock lifetime after
 * the last run.
 */
const NO_LOCK_CHECK = Number.NEGATIVE_INFINITY

/** Agenda's lock check mistakes a run whose last save is in progress for one that lost its lock. */
const isFalseAlarm = ({ message }: Error): boolean => message.includes('no lockedAt date found')
