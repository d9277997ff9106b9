// Rebuilds outdated read models when a process starts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.js'
import type { createEventing } from '../eventing/eventing.js'
import type { OnProgress } from '../eventing/rebuild.js'
import type { Log } from '../kernel/log.js'

/** How often a process that does not rebuild read models itself checks whether another one has. */
const REBUILT_POLL_MS = 1_000
/** Pause after a failed rebuild; doubles with each failure in a row. */
const MIN_REBUILD_PAUSE_MS = 1_000
const MAX_REBUILD_PAUSE_MS = 30_000
const LOG_INTERVAL_MS = 10_000

type EventFlow = Pick<Awaited<ReturnType<typeof createEventing>>, 'rebuild' | 'runner'>

interface BringUpToDateOptions {
  readonly role: Config['ROLE']
  /** Whether several processes share the read models. */
  readonly shared: boolean
  readonly log: Log
  /** Called before each attempt, except in a process that only serves requests. */
  readonly prepare: () => Promise<void>
  /** Called with what is being done, in words. */
  readonly onRebuild?: ((message: string) => void) | undefined
}

/**
 * Rebuilds outdated read models. If several processes start with a new version, the first that completes a rebuild has
 * done it for all; the rebuilds of the others fail.
 */
export async function bringUpToDate(flow: EventFlow, options: BringUpToDateOptions): Promise<void> {
  const { role, shared, log, prepare, onRebuild } = options
  const { runner } = flow
  for (let pauseMs = MIN_REBUILD_PAUSE_MS; ; ) {
    if (role !== 'api') await prepare()
    const outdated = await runner.outdated()
    if (outdated.length === 0) return
    log.info({ models: outdated }, 'rebuilding read models that do not match this version or the log')
    onRebuild?.(`waiting for ${outdated.length} read models to be rebuilt from the log`)
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

/** The outdated read models, after switching to what other processes have rebuilt. */
async function outdatedNow({ runner }: EventFlow): Promise<readonly string[]> {
  await runner.adoptNewGenerations()
  return runner.outdated()
}

/** Reports the progress of a rebuild, and logs it now and then. */
function reportTo({ log, onRebuild }: BringUpToDateOptions): OnProgress {
  let loggedAt = performance.now()
  return (events, part) => {
    const percent = Math.floor(part * 100)
    onRebuild?.(`rebuilding the read models from the log: ${percent} %`)
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.info({ events, percent }, 'rebuilding read models')
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
