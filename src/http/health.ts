import type { ModelStatus } from '../eventing/model.js'
import { iso } from '../kernel/clock.js'

export interface HealthDependencies {
  readonly version: string
  /** Each rejects when its store cannot answer. */
  readonly stores: { readonly [name: string]: () => Promise<void> }
  readonly models: () => Promise<readonly ModelStatus[]>
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
/** A read model that is further behind the log is late. */
const MAX_LAG_MS = 10_000

export type Health = ReturnType<typeof createHealth>

export function createHealth({ version, stores, models, now }: HealthDependencies) {
  const began = now()

  const vitals = (): Vitals => ({
    version,
    timestamp: iso(now()),
    uptime_seconds: Math.floor((now() - began) / 1_000),
  })

  return {
    /** The process answers; nothing else is looked at. */
    live: () => ({ status: 'ok' as const, ...vitals() }),
    /** Stores and read models: `error` only when a store is down, `degraded` when a read model stands still. */
    async ready(): Promise<HealthReport> {
      const checked = Object.entries(stores).map(async ([name, ready]) => [name, await checkStore(ready)] as const)
      const checks = { ...Object.fromEntries(await Promise.all(checked)), read_models: await checkModels(models) }
      return { status: worst(Object.values(checks)), ...vitals(), checks }
    },
  }
}

async function checkStore(ready: () => Promise<void>): Promise<Check> {
  try {
    await within(PATIENCE_MS, ready())
    return { status: 'ok' }
  } catch {
    return { status: 'error', message: 'does not answer' }
  }
}

async function checkModels(models: HealthDependencies['models']): Promise<Check> {
  try {
    const behind = (await within(PATIENCE_MS, models())).filter(
      ({ state, lagMs }) => state !== 'running' || lagMs > MAX_LAG_MS,
    )
    if (behind.length === 0) return { status: 'ok' }
    const message = behind
      .map(({ model, state, position }) => `${model} is ${state === 'running' ? 'late' : state} at ${position}`)
      .join('; ')
    return { status: 'degraded', message }
  } catch {
    return { status: 'degraded', message: 'cannot be told while the log does not answer' }
  }
}

const worst = (checks: readonly Check[]): Check['status'] =>
  (['error', 'degraded'] as const).find((status) => checks.some((check) => check.status === status)) ?? 'ok'

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
