import { Agenda, type AgendaBackend, exponential, InMemoryNotificationChannel, type Job, toJobId } from 'agenda'
import { systemClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { JobCounts, JobDefinition, Jobs, SlotCounts } from '../../kernel/ports/jobs.js'
import { holdClaims } from './claims.js'
import { type JobData, type Run, startRun, toDate } from './run.js'
import { createSlots } from './slots.js'

/** All in milliseconds. */
export interface JobTimings {
  /** How often due jobs are looked for: those that another process asked for, and those whose time has come. */
  readonly pollMs: number
  /** A lock that was not renewed for so long is taken over. */
  readonly lockMs: number
  /** A run renews its lock this often. */
  readonly touchMs: number
  /** A run that threw is repeated after this, doubling up to `lastRetryMs`. */
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** How long runs may take to end when the service stops. */
  readonly drainMs: number
  /** Due jobs that nobody looked for in so long wait for nobody. */
  readonly stillMs: number
  /** A run that goes on for so long hangs: each should give its place to others after 20 s. */
  readonly hangMs: number
}

const TIMINGS: JobTimings = {
  pollMs: 1_000,
  lockMs: 30_000,
  touchMs: 10_000,
  firstRetryMs: 1_000,
  lastRetryMs: 60_000,
  drainMs: 10_000,
  stillMs: 30_000,
  hangMs: 10 * 60_000,
}

export interface JobsDependencies {
  /** As the contract suite `agendaBackendContract` wants it: its locks are fenced, and it forgets no request. */
  readonly backend: AgendaBackend
  readonly log: Log
  readonly timings?: Partial<JobTimings>
}

/** A job that failed so often in a row keeps failing. */
const KEEPS_FAILING = 3

export interface JobRunner extends Jobs {
  /** What an operator should look into, in words; nothing while all is well. */
  problems(): string[]
  /** How long the queue is, of jobs that were ever asked for. */
  counts(): Promise<readonly JobCounts[]>
  /** The runs of this process, and how far they are shared out. */
  slots(): readonly SlotCounts[]
  /** Begins to run jobs; before, and in a process that never calls it, they are only asked for. */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Tells the runs to end, waits for them a while, and makes those that did not end due again. Asking goes on. */
  stop(): Promise<void>
}

/** Jobs on Agenda, which reads the machine's own clock. The backend stays open when they stop. */
export async function createJobRunner({ backend, log, timings }: JobsDependencies): Promise<JobRunner> {
  const { pollMs, lockMs, touchMs, firstRetryMs, lastRetryMs, drainMs, stillMs, hangMs } = { ...TIMINGS, ...timings }
  await backend.connect()
  const { repository } = backend
  const slots = createSlots()
  const claims = holdClaims(backend, { lockMs, slots, log, look: (name) => wake(name) })
  const channel = new InMemoryNotificationChannel()
  const agenda = new Agenda({ backend: claims.backend, notificationChannel: channel, processEvery: pollMs })
  const runs = new Set<Run>()
  /** Jobs whose last run failed, by their ids. */
  const failing = new Map<string, { readonly name: string; readonly failures: number; readonly at: number }>()
  let startedAt: number | undefined
  let stopping = false

  agenda.on('error', (error: Error) => {
    if (!isFalseAlarm(error)) log.warn({ error }, 'jobs are disturbed')
  })
  agenda.on('success', ({ attrs: { _id } }: Job) => void failing.delete(`${_id}`))
  agenda.on('fail', (error: Error, { attrs: { _id, name, data, failCount } }: Job) => {
    const { key } = data as JobData
    failing.set(`${_id}`, { name, failures: failCount ?? 1, at: Date.now() })
    log.warn({ job: name, key, attempt: failCount, error }, 'a job failed; it is tried again')
  })
  // Agenda itself would look for the next one at its next poll. It counts this one as running until the next turn.
  agenda.on('complete', ({ attrs: { name } }: Job) => setImmediate(() => wake(name)))

  /** Looks for due jobs of this name now, in this process. */
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
      lockLifetime: NO_WATCH,
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
      const still = now - Math.max(startedAt, claims.lookedAt())
      // Another process may have had them since.
      for (const [id, { at }] of failing) if (now - at > FORGOTTEN_AFTER * lastRetryMs) failing.delete(id)
      const keep = [...failing.values()].filter(({ failures }) => failures >= KEEPS_FAILING)
      const hang = [...runs].filter(({ began }) => now - began > hangMs)
      return [
        ...(still > stillMs && runs.size === 0 ? ['due jobs are not looked for'] : []),
        ...countByName(keep, 'keep failing'),
        ...countByName(hang, 'do not end'),
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
      for (const run of runs) run.abort('the service stops')
      await agenda.drain({ timeout: drainMs, closeConnection: false })
      await claims.release()
    },
  }
}

/** A job that did not fail again within so many of the longest pauses is not ours any more. */
const FORGOTTEN_AFTER = 3

/** So many of each name. */
function countByName(jobs: readonly { readonly name: string }[], what: string): string[] {
  const counts = new Map<string, number>()
  for (const { name } of jobs) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `jobs ${name} that ${what}: ${count}`)
}

/**
 * Switches off Agenda's own watch over locks, which are held and renewed here: it would count a job that runs on as
 * gone, leave a job that expired before it began in its count for ever, and keep the process alive for half of a
 * lock's life after the last run.
 */
const NO_WATCH = Number.NEGATIVE_INFINITY

/** To Agenda's watch, a run whose last save is under way looks like one that lost its lock. */
const isFalseAlarm = ({ message }: Error): boolean => message.includes('no lockedAt date found')
