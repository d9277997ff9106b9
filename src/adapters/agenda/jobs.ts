// The job queue port on Agenda: enqueues jobs, runs them and stops.
import { Agenda, exponential, InMemoryNotificationChannel, type Job, toJobId } from 'agenda'
import { systemClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { JobCounts, JobDefinition, Jobs, SlotCounts } from '../../kernel/ports/jobs.js'
import { trackClaims } from './claims.js'
import type { FencedAgendaBackend, FencedJobRepository } from './fencedBackend.js'
import { type JobData, startRun, toDate } from './run.js'
import { createRunHealth } from './runHealth.js'
import { createSlots } from './slots.js'
import { DEFAULT_TIMINGS, type JobTimings } from './timings.js'

export type { JobTimings } from './timings.js'

interface JobsDependencies {
  readonly backend: FencedAgendaBackend
  readonly log: Log
  readonly timings?: Partial<JobTimings>
}

export interface JobRunner extends Jobs {
  /** Problems that an operator should look into, in words; empty while all is well. */
  problems(): string[]
  /** Queue length per job name, for every name that was ever enqueued. */
  counts(): Promise<readonly JobCounts[]>
  /** Slots of this process per job name, taken and free. */
  slots(): readonly SlotCounts[]
  /** Starts running jobs. Until then, and in a process that never calls it, jobs can only be enqueued. */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Aborts the runs, waits for them up to `drainMs`, and makes those that did not end due again. `enqueue` still works. */
  stop(): Promise<void>
}

/** Jobs on Agenda, which reads the machine's own clock. The backend stays open after `stop`. */
export async function createJobRunner({ backend, log, timings: given }: JobsDependencies): Promise<JobRunner> {
  const timings = { ...DEFAULT_TIMINGS, ...given }
  const { pollMs, lockMs, drainMs } = timings
  await backend.connect()
  const slots = createSlots()
  const claims = trackClaims(backend, { lockMs, slots, log, poll: (name) => poll(name) })
  const channel = new InMemoryNotificationChannel()
  const agenda = new Agenda({ backend: claims.backend, notificationChannel: channel, processEvery: pollMs })
  const health = createRunHealth(timings)
  let startedAt: number | undefined
  let stopping = false

  /** Polls for due jobs of this name now, in this process. */
  function poll(name: string): void {
    if (stopping || channel.state !== 'connected') return
    const timestamp = new Date()
    void channel.publish({ jobId: toJobId(''), jobName: name, nextRunAt: null, priority: 0, timestamp })
  }

  async function run(job: Job<JobData>, definition: JobDefinition): Promise<void> {
    if (stopping) {
      job.attrs.nextRunAt = new Date()
      return
    }
    const started = startRun(job, { ...timings, definition })
    health.add(started)
    await started.ended
  }

  reportOutcomes(agenda, { health, log })
  // Agenda would look for the next job only at its next poll. It counts this one as running until the next event loop turn.
  agenda.on('complete', ({ attrs: { name } }: Job) => setImmediate(() => poll(name)))

  return {
    async enqueue(name, key, { at = systemClock.now(), tenant } = {}) {
      const data: JobData = tenant === undefined ? { key } : { key, tenant }
      const job = { name, data, type: 'normal' as const, priority: 0, nextRunAt: toDate(at) }
      await backend.repository.saveJob({ ...job, unique: { 'data.key': key } }, undefined)
      poll(name)
    },
    problems: () =>
      startedAt === undefined || stopping ? [] : health.problems(Math.max(startedAt, claims.polledAt())),
    counts: () => countJobs(backend.repository),
    slots: slots.counts,
    async start(definitions) {
      startedAt = Date.now()
      for (const definition of definitions) {
        slots.define(definition)
        agenda.define(definition.name, (job: Job<JobData>) => run(job, definition), agendaOptions(definition, timings))
      }
      agenda.maxConcurrency(definitions.reduce((sum, { concurrency }) => sum + concurrency, 0))
      await agenda.start()
    },
    async stop() {
      stopping = true
      for (const started of health.runs) started.abort('the service is stopping')
      await agenda.drain({ timeout: drainMs, closeConnection: false })
      await claims.release()
    },
  }
}

/** Logs failed runs and backend errors, and keeps `health` up to date. */
function reportOutcomes(
  agenda: Agenda,
  { health, log }: { readonly health: ReturnType<typeof createRunHealth>; readonly log: Log },
): void {
  agenda.on('error', (error: Error) => {
    if (!isFalseAlarm(error)) log.warn({ error }, 'job backend error')
  })
  agenda.on('success', ({ attrs: { _id } }: Job) => health.succeeded(`${_id}`))
  agenda.on('fail', (error: Error, { attrs: { _id, name, data, failCount } }: Job) => {
    const { key } = data as JobData
    health.failed(`${_id}`, name, failCount ?? 1)
    log.warn({ job: name, key, attempt: failCount, error }, 'a job failed and will be retried')
  })
}

async function countJobs(repository: FencedJobRepository): Promise<JobCounts[]> {
  const overview = await repository.getJobsOverview()
  return overview.map(({ name, queued, running, scheduled, failed }) => ({
    name,
    due: queued,
    running,
    later: scheduled,
    failing: failed,
  }))
}

/**
 * Disables Agenda's own lock expiry check; locks are held and renewed here. It would treat a long run as expired, count a
 * job that expired before it started as running forever, and keep the process alive for half a lock lifetime after the
 * last run.
 */
const NO_LOCK_CHECK = Number.NEGATIVE_INFINITY

const agendaOptions = ({ concurrency }: JobDefinition, { firstRetryMs, lastRetryMs }: JobTimings) => ({
  concurrency,
  lockLimit: concurrency,
  lockLifetime: NO_LOCK_CHECK,
  backoff: exponential({ delay: firstRetryMs, factor: 2, maxDelay: lastRetryMs, maxRetries: Infinity }),
})

/** Agenda's lock check mistakes a run whose last save is in progress for one that lost its lock. */
const isFalseAlarm = ({ message }: Error): boolean => message.includes('no lockedAt date found')
