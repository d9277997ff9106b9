import { type Clock, iso } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import type { createAsOf } from './asOf.js'
import { dayIn } from './fold.js'
import type { AsOfDefinition } from './snapshots.js'
import type { WithPermit } from './withPermit.js'

interface SnapshotPreparationDependencies {
  readonly store: Pick<EventStore, 'positionAt' | 'head'>
  readonly asOf: Pick<ReturnType<typeof createAsOf>, 'prepare'>
  readonly definition: AsOfDefinition
  readonly clock: Clock
  readonly log: Log
  readonly withPermit: WithPermit
  /** The account that the permit is charged to. */
  readonly account: string
  readonly closing: AbortSignal
}

/** Makes the snapshots of days that have ended, in the background. */
export function createSnapshotPreparation(dependencies: SnapshotPreparationDependencies) {
  const { store, asOf, definition, clock, log, withPermit, account, closing } = dependencies
  /** All snapshots due before this day have been made. */
  let prepared = ''
  let preparing: Promise<void> | undefined

  async function prepare(): Promise<void> {
    const today = dayIn(iso(clock.now()))
    if (today === prepared) return
    await withPermit(account, closing, async (signal) => {
      const position = await store.positionAt(Date.parse(today) - 1, { signal })
      // The log's clock may differ from ours: yesterday is certainly over only once an event of today is recorded.
      if (position !== START && position === (await store.head())) return
      if (position !== START) await asOf.prepare(definition, position, today, signal)
      prepared = today
    })
  }

  return {
    /** Starts a preparation unless one is running. Does not wait for it. */
    start(): void {
      preparing ??= prepare()
        .catch((error: unknown) => {
          if (!closing.aborted) log.warn({ error }, 'failed to make as-of snapshots; will retry')
        })
        .finally(() => {
          preparing = undefined
        })
    },
    /** Resolves when no preparation is running. */
    settled: async (): Promise<void> => preparing,
  }
}
