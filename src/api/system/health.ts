import type { ModelStatus } from '../../eventing/model.js'
import type { ReactorStatus } from '../../eventing/reactors.js'
import { iso } from '../../kernel/clock.js'
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import type { OperationId } from '../contract/types.js'

export interface HealthDependencies {
  readonly version: string
  /** Each rejects when its store cannot answer. */
  readonly stores: { readonly [name: string]: () => Promise<void> }
  readonly models: () => Promise<readonly ModelStatus[]>
  readonly reactors: () => Promise<readonly ReactorStatus[]>
  /** What is wrong with the running of jobs, in words. */
  readonly jobProblems: () => readonly string[]
  readonly now: () => number
}

interface Vitals {
  readonly version: string
  readonly timestamp: string
  readonly uptime_seconds: number
}

export interface HealthReport extends Vitals {
  readonly status: 'ok' | 'degraded' | 'error'
  readonly checks: { readonly [name: string]: Check }
}

interface Check {
  readonly status: 'ok' | 'degraded' | 'error'
  readonly message?: string
}

/** A store that does not answer within this is down. */
const PATIENCE_MS = 2_000
/** What follows the log and is further behind it is late. */
const MAX_LAG_MS = 10_000

/** What a process answers that only works. */
export const HEALTH_OPERATIONS: readonly OperationId[] = ['getHealth', 'getLiveness', 'getReadiness']

export type Health = ReturnType<typeof createHealth>

export function createHealth({ version, stores, models, reactors, jobProblems, now }: HealthDependencies) {
  const began = performance.now()

  const vitals = (): Vitals => ({
    version,
    timestamp: iso(now()),
    uptime_seconds: Math.floor((performance.now() - began) / 1_000),
  })

  return {
    /** The process answers; nothing else is looked at. */
    live: () => ({ status: 'ok' as const, ...vitals() }),
    /** `error` only when a store is down; `degraded` when a read model, a reactor or a job stands still. */
    async ready(): Promise<HealthReport> {
      const checked = Object.entries(stores).map(async ([name, ready]) => [name, await checkStore(ready)] as const)
      const [parts, readModels, reacting] = await Promise.all([
        Promise.all(checked),
        checkFollowers(async () => (await models()).map(({ model, ...rest }) => ({ name: model, ...rest }))),
        checkFollowers(async () => (await reactors()).map(({ reactor, ...rest }) => ({ name: reactor, ...rest }))),
      ])
      const checks = {
        ...Object.fromEntries(parts),
        read_models: readModels,
        reactors: reacting,
        job_runs: checkOf(jobProblems()),
      }
      return { status: worst(Object.values(checks)), ...vitals(), checks }
    },
  }
}

async function checkStore(ready: () => Promise<void>): Promise<Check> {
  try {
    await withTimeout(PATIENCE_MS, ready())
    return { status: 'ok' }
  } catch {
    return { status: 'error', message: 'does not answer' }
  }
}

const checkOf = (problems: readonly string[]): Check =>
  problems.length === 0 ? { status: 'ok' } : { status: 'degraded', message: problems.join('; ') }

/** What reads the log as it grows. */
type Follower = { readonly name: string } & Pick<ModelStatus, 'state' | 'position' | 'lagMs'>

async function checkFollowers(followers: () => Promise<readonly Follower[]>): Promise<Check> {
  try {
    const behind = (await withTimeout(PATIENCE_MS, followers())).filter(
      ({ state, lagMs }) => state !== 'running' || lagMs > MAX_LAG_MS,
    )
    return checkOf(
      behind.map(({ name, state, position }) => `${name} is ${state === 'running' ? 'late' : state} at ${position}`),
    )
  } catch {
    return { status: 'degraded', message: 'cannot be told while the log does not answer' }
  }
}

const worst = (checks: readonly Check[]): Check['status'] =>
  (['error', 'degraded'] as const).find((status) => checks.some((check) => check.status === status)) ?? 'ok'
