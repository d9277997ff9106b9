// Brings the read models up to date when a process starts: those that are outdated, and those that are far behind.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.js'
import type { createEventing } from '../eventing/eventing.js'
import type { LeaderElection } from '../eventing/leases.js'
import type { OnProgress } from '../eventing/rebuild.js'
import { pause } from '../kernel/concurrency/pause.js'
import type { Log } from '../kernel/log.js'
import { isUnavailable } from '../kernel/ports/documentStore.js'
import { START } from '../kernel/position.js'
import { createStartProgress, type StartProgress } from './startProgress.js'

/** How often a process that does not rebuild read models itself checks whether another one has. */
const REBUILT_POLL_MS = 1_000
/** How often a process checks whether another has caught up: counting what is left reads the log. */
const CAUGHT_UP_POLL_MS = 5_000
/** Checks without progress after which models that are behind the others count as stopped: those of a minute. */
const STOPPED_AFTER_POLLS = 12
/** Pause after a failed rebuild; doubles with each failure in a row. */
const MIN_REBUILD_PAUSE_MS = 1_000
const MAX_REBUILD_PAUSE_MS = 30_000
const LOG_INTERVAL_MS = 10_000
/** A read model that lacks more events is caught up before the service answers; fewer are folded in seconds. */
export const FAR_BEHIND_EVENTS = 100_000

type EventFlow = Pick<Awaited<ReturnType<typeof createEventing>>, 'rebuild' | 'catchUp' | 'runner' | 'names'>

interface BringUpToDateOptions {
  readonly role: Config['ROLE']
  /** Whether several processes share the read models. */
  readonly shared: boolean
  /** Elects the process that catches up. */
  readonly lead: LeaderElection
  readonly log: Log
  /** Called before each attempt, except in a process that only serves requests. */
  readonly prepare: () => Promise<void>
  /** Called with what is being done. */
  readonly onProgress?: ((progress: StartProgress) => void) | undefined
  /** Default: FAR_BEHIND_EVENTS. */
  readonly farBehindEvents?: number
}

/**
 * Rebuilds outdated read models, then catches up those that are far behind. If several processes start with a new version,
 * the first that completes a rebuild has done it for all; the rebuilds of the others fail. A model that cannot be caught up
 * stays behind: it will have stopped once the service runs.
 */
export async function bringUpToDate(flow: EventFlow, options: BringUpToDateOptions): Promise<void> {
  await rebuildOutdated(flow, options)
  await catchUp(flow, options)
}

async function rebuildOutdated(flow: EventFlow, options: BringUpToDateOptions): Promise<void> {
  const { role, shared, log, prepare, onProgress } = options
  const { runner } = flow
  for (let pauseMs = MIN_REBUILD_PAUSE_MS, logged = ''; ; ) {
    if (role !== 'api') await prepare()
    const outdated = await runner.outdated()
    if (outdated.length === 0) return
    if (outdated.join() !== logged)
      log.info({ models: outdated }, 'rebuilding read models that do not match this version or the log')
    logged = outdated.join()
    onProgress?.({ message: `waiting for ${outdated.length} read models to be rebuilt from the log`, part: 0 })
    const rebuild = () => flow.rebuild(outdated, reportTo(options))
    if (!shared) return void (await rebuild())
    if (role === 'api') await sleep(REBUILT_POLL_MS)
    else if (await tryRebuild(rebuild, log)) pauseMs = MIN_REBUILD_PAUSE_MS
    else if ((await outdatedNow(flow)).length > 0) {
      await sleep(pauseMs)
      pauseMs = Math.min(2 * pauseMs, MAX_REBUILD_PAUSE_MS)
    }
    await runner.adoptNewGenerations()
  }
}

/** Catches up in this process if it is elected, and waits for the one that is otherwise. @throws StoreUnavailable */
async function catchUp(flow: EventFlow, options: BringUpToDateOptions): Promise<void> {
  const { shared, lead, log, onProgress, farBehindEvents = FAR_BEHIND_EVENTS } = options
  const { runner, names } = flow
  const giveUp = (models: readonly string[], error?: unknown) =>
    log.error({ models, error }, 'read models could not be caught up; the service starts without them')
  const models = await runner.farBehind(farBehindEvents)
  if (models.length === 0) return
  log.warn({ models, events: farBehindEvents }, 'read models are far behind the log; they are caught up first')
  onProgress?.({ message: `waiting for ${models.length} read models to catch up with the log`, part: 0 })
  const done = new AbortController()
  const leading = lead('projections', done.signal, async () => {
    // Another process may have done it meanwhile.
    await runner.refresh()
    await flow.catchUp(models, reportTo(options)).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      giveUp(models, error)
    })
    done.abort()
  })
  let seen = ''
  let polls = 0
  const isDone = async () => {
    await runner.refresh()
    const behind = await runner.farBehind(farBehindEvents)
    const checkpoints = behind.map((name) => runner.serving(name).checkpoint)
    polls = checkpoints.join() === seen ? polls + 1 : 0
    seen = checkpoints.join()
    // Where all are behind, or one is new, the process that catches up may not have started yet.
    const isStopped = polls >= STOPPED_AFTER_POLLS && behind.length < names.length && !checkpoints.includes(START)
    if (isStopped) giveUp(behind)
    return isStopped || behind.length === 0
  }
  while (shared && !done.signal.aborted) {
    await pause(CAUGHT_UP_POLL_MS, done.signal)
    if (!done.signal.aborted && (await isDone().catch(() => false))) done.abort()
  }
  await leading
}

/** The outdated read models, after switching to what other processes have rebuilt. */
async function outdatedNow({ runner }: EventFlow): Promise<readonly string[]> {
  await runner.adoptNewGenerations()
  return runner.outdated()
}

/** Reports the progress of a rebuild, and logs it now and then. */
function reportTo({ log, onProgress }: BringUpToDateOptions): OnProgress {
  const progressAt = createStartProgress()
  let loggedAt = performance.now()
  return (events, part) => {
    const progress = progressAt(part)
    onProgress?.(progress)
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.info({ events, percent: Math.floor(part * 100), secondsLeft: progress.secondsLeft }, 'rebuilding read models')
  }
}

/** @returns whether it succeeded */
async function tryRebuild(rebuild: () => Promise<unknown>, log: Log): Promise<boolean> {
  try {
    await rebuild()
    return true
  } catch (error) {
    log.warn({ error }, 'rebuild failed; another process may have completed it')
    return false
  }
}
