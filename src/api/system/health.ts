// Health of the process: whether it is alive, whether its stores respond, and what lags or needs an operator.
import type { LastCheck } from '../../eventing/logCheck/lastCheck.js'
import type { ModelStatus } from '../../eventing/model.js'
import type { ReactorStatus } from '../../eventing/reactors.js'
import { iso } from '../../kernel/clock.js'
import { createSingleFlight } from '../../kernel/concurrency/singleFlight.js'
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { sharedWork } from '../../kernel/limits.js'
import { DifferentLog, isPermanent } from '../../kernel/ports/eventStore.js'
import type { SelfTest } from '../../kernel/ports/mailboxes.js'
import type { OperationId } from '../contract/types.js'

interface HealthDependencies {
  readonly version: string
  /** The version of the lists of domains in use, and what is wrong with them, as sentences. */
  readonly lists: () => { readonly version: string; readonly problems: readonly string[] }
  /** Each rejects when its store cannot answer. */
  readonly stores: { readonly [name: string]: () => Promise<void> }
  readonly models: () => Promise<readonly ModelStatus[]>
  readonly reactors: () => Promise<readonly ReactorStatus[]>
  /** Problems of the job runner, as human-readable phrases. */
  readonly jobProblems: () => readonly string[]
  /** What is wrong with backups, as sentences; undefined if they are not watched. */
  readonly backupProblems?: (() => readonly string[]) | undefined
  /** The last self-test of mailbox checks; undefined if they are off. */
  readonly mailboxSelfTest?: (() => SelfTest | undefined) | undefined
  /** The last check of the whole log; undefined before the first. */
  readonly lastCheck: () => Promise<LastCheck | undefined>
  /** Whether only a restart of the process can help. */
  readonly isHung: () => boolean
  readonly isStopping: () => boolean
  readonly now: () => number
}

interface Vitals {
  readonly version: string
  /** Absent while the service starts. */
  readonly lists_version?: string
  readonly timestamp: string
  readonly uptime_seconds: number
}

export interface LivenessReport extends Vitals {
  readonly status: 'ok' | 'error'
}

export interface HealthReport extends Vitals {
  readonly status: 'ok' | 'degraded' | 'error'
  readonly checks: { readonly [name: string]: Check }
}

interface Check {
  readonly status: 'ok' | 'degraded' | 'error'
  readonly message?: string
  readonly checked_at?: string
}

/** Timeout of a store check; a store that exceeds it is down. */
const CHECK_TIMEOUT_MS = 2_000
/** Everybody may ask, and asking the stores costs more than answering. */
const REMEMBERED_MS = sharedWork.health.rememberedMs
/** Lag beyond which a read model or reactor is degraded. */
const MAX_LAG_MS = 10_000

/** The operations that a worker process serves. */
export const HEALTH_OPERATIONS: readonly OperationId[] = ['getHealth', 'getLiveness', 'getReadiness']

const STOPPING: Check = { status: 'error', message: 'the process is stopping' }

export type Health = ReturnType<typeof createHealth>

/** Version, time and uptime, from now on. */
export function createVitals(version: string, now: () => number, lists?: HealthDependencies['lists']): () => Vitals {
  const startedAt = performance.now()
  return () => ({
    version,
    ...(lists && { lists_version: lists().version }),
    timestamp: iso(now()),
    uptime_seconds: Math.floor((performance.now() - startedAt) / 1_000),
  })
}

export function createHealth({
  version,
  lists,
  stores,
  models,
  reactors,
  jobProblems,
  lastCheck,
  backupProblems,
  mailboxSelfTest,
  isHung,
  isStopping,
  now,
}: HealthDependencies) {
  const vitals = createVitals(version, now, lists)
  const flight = createSingleFlight<HealthReport>()
  let latest: { readonly report: HealthReport; readonly at: number } | undefined

  return {
    /** Liveness: `error` only if a restart of the process would help. Queries no store. */
    live: (): LivenessReport => ({ status: isHung() ? 'error' : 'ok', ...vitals() }),
    /**
     * Readiness: `error` only if a store is down or the process is stopping; `degraded` if a read model, reactor or job lags or has stopped.
     * Checked once at a time and at most four times a second, for all callers together.
     */
    async ready(): Promise<HealthReport> {
      if (latest && performance.now() - latest.at < REMEMBERED_MS) return latest.report
      return flight('ready', check)
    },
  }

  async function check(): Promise<HealthReport> {
    const checked = Object.entries(stores).map(async ([name, ready]) => [name, await checkStore(ready)] as const)
    const [parts, readModels, reacting, logCheck] = await Promise.all([
      Promise.all(checked),
      checkConsumers(async () => (await models()).map(({ model, ...rest }) => ({ name: model, ...rest }))),
      checkConsumers(async () => (await reactors()).map(({ reactor, ...rest }) => ({ name: reactor, ...rest }))),
      withTimeout(CHECK_TIMEOUT_MS, lastCheck()).then(checkOfLog, () => UNKNOWN_LOG_CHECK),
    ])
    const checks = {
      ...Object.fromEntries(parts),
      read_models: readModels,
      reactors: reacting,
      job_runs: checkOf(jobProblems()),
      lists: checkOf(lists().problems),
      log_check: logCheck,
      ...(backupProblems && { backup: checkOf(backupProblems()) }),
      ...(mailboxSelfTest && { mailbox: checkOfMailbox(mailboxSelfTest()) }),
      ...(isStopping() && { process: STOPPING }),
    }
    const report = { status: worst(Object.values(checks)), ...vitals(), checks }
    latest = { report, at: performance.now() }
    return report
  }
}

async function checkStore(ready: () => Promise<void>): Promise<Check> {
  try {
    await withTimeout(CHECK_TIMEOUT_MS, ready())
    return { status: 'ok' }
  } catch (error) {
    return { status: 'error', message: explained(error) ?? 'does not answer' }
  }
}

/** A problem of the log that only an operator can solve, in words. */
const explained = (error: unknown): string | undefined =>
  error instanceof DifferentLog || isPermanent(error) ? error.message : undefined

const checkOf = (problems: readonly string[]): Check =>
  problems.length === 0 ? { status: 'ok' } : { status: 'degraded', message: problems.join('; ') }

/** The store of the result is checked by itself. */
const UNKNOWN_LOG_CHECK: Check = { status: 'ok' }

function checkOfLog(last: LastCheck | undefined): Check {
  if (!last) return { status: 'ok' }
  const { at, damaged, damage } = last
  const first = damage[0]
  if (!first) return { status: 'ok', checked_at: at }
  const place = first.position === null ? '' : ` at ${first.position}`
  const message = `${damaged} ${damaged === 1 ? 'problem' : 'problems'}, the first${place}: ${first.problem}; mailproof log check lists them`
  return { status: 'degraded', message, checked_at: at }
}

/** Degraded if no mail server is asked, or some may refuse. */
function checkOfMailbox(test: SelfTest | undefined): Check {
  const bad = test?.findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning') ?? []
  const check = checkOf(bad.map(({ message }) => message))
  return test ? { ...check, checked_at: iso(test.at) } : check
}

/** A read model or a reactor. */
type LogConsumer = { readonly name: string } & Pick<ModelStatus, 'state' | 'position' | 'lagMs'>

async function checkConsumers(consumers: () => Promise<readonly LogConsumer[]>): Promise<Check> {
  try {
    const lagging = (await withTimeout(CHECK_TIMEOUT_MS, consumers())).filter(
      ({ state, lagMs }) => state !== 'running' || lagMs > MAX_LAG_MS,
    )
    return checkOf(
      lagging.map(({ name, state, position }) => `${name} is ${state === 'running' ? 'late' : state} at ${position}`),
    )
  } catch (error) {
    return { status: 'degraded', message: explained(error) ?? 'unknown: the log does not respond' }
  }
}

const worst = (checks: readonly Check[]): Check['status'] =>
  (['error', 'degraded'] as const).find((status) => checks.some((check) => check.status === status)) ?? 'ok'
