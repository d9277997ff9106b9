// Folds as long as this process leads and no newer release should.
import type { Log } from '../../kernel/log.js'
import { type LeaderElection, soleLeader } from '../leases.js'
import { isOfNewerRelease, type Model } from '../model.js'
import type { CheckpointPolling } from './checkpointPolling.js'
import type { Lanes } from './lanes.js'

/** How often a process of an older release lets those of the newer one fold. */
const RESIGN_INTERVAL_MS = 10_000

interface LeadingDependencies {
  readonly lead: LeaderElection
  readonly models: ReadonlyMap<string, Model>
  readonly lanes: Lanes
  readonly polling: CheckpointPolling
  /** Shows the live generations under the models' names; never rejects. */
  readonly publish: () => Promise<void>
  readonly log: Log
}

export function createLeading({ lead, models, lanes, polling, publish, log }: LeadingDependencies) {
  /** Aborted to let another process fold. */
  let resigning = new AbortController()

  async function foldWhileLeading(signal: AbortSignal): Promise<void> {
    void publish()
    await polling
      .poll()
      .catch((error: unknown) => log.warn({ error }, "the read models' checkpoints could not be refreshed"))
    if (lead === soleLeader) return lanes.lead(signal)
    resigning = new AbortController()
    const isOlder = [...models.values()].some(isOfNewerRelease)
    const timer = isOlder ? setTimeout(() => resigning.abort(), RESIGN_INTERVAL_MS) : undefined
    await lanes.lead(AbortSignal.any([signal, resigning.signal]))
    clearTimeout(timer)
  }

  return {
    run: (signal: AbortSignal): Promise<void> => lead('projections', signal, foldWhileLeading),
    resign: (): void => resigning.abort(),
  }
}
