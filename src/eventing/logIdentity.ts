// Recognises that the log is not the one that read models and reactors have processed: an older copy, or another log.
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../kernel/failure.js'
import type { Log } from '../kernel/log.js'
import { DifferentLog, type EventStore, UnreadableEvent } from '../kernel/ports/eventStore.js'
import { START } from '../kernel/position.js'
import type { Checkpoint } from './generations/generation.js'

/**
 * Time between the two reads that must agree: a leader that has been replaced, and does not know it yet, has a shorter log
 * for a moment.
 */
const CONFIRM_MS = 2_500

type LogReader = Pick<EventStore, 'eventAt' | 'readAll' | 'head'>

/**
 * Whether the log has the event of a checkpoint, and so everything before it. Only what was read counts: another event at
 * its position, an end before it, or the store's refusal of the position.
 * @throws StoreUnavailable when that cannot be read
 */
export async function isInLog(store: LogReader, checkpoint: Checkpoint, confirmMs = CONFIRM_MS): Promise<boolean> {
  if (await isFound(store, checkpoint)) return true
  await sleep(confirmMs)
  return isFound(store, checkpoint)
}

async function isFound(store: LogReader, { position, id }: Checkpoint): Promise<boolean> {
  if (position === START) return true
  try {
    const event = await store.eventAt(position)
    if (id !== undefined) return event?.id === id
    return event !== undefined || (await canFollow(store, position))
  } catch (error) {
    // An event that cannot be read is no evidence.
    if (error instanceof UnreadableEvent) return true
    if (error instanceof DifferentLog) return false
    throw error
  }
}

/** For a checkpoint of an older release, which has no id and may be at another program's event. */
async function canFollow(store: LogReader, position: string): Promise<boolean> {
  if (position > (await store.head())) return false
  for await (const _ of store.readAll({ after: position, limit: 1 })) break
  return true
}

interface LogIdentityDependencies {
  readonly store: LogReader
  /** What this process knows of the log; more than one log is possible for a moment. */
  readonly checkpoints: () => readonly Checkpoint[]
  readonly log: Log
  readonly confirmMs?: number
}

export type LogIdentity = ReturnType<typeof createLogIdentity>

/** Compares the log with what this process knows of it. */
export function createLogIdentity({ store, checkpoints, log, confirmMs = CONFIRM_MS }: LogIdentityDependencies) {
  const replaced = new AbortController()
  /** The newest event found in the log: another process may rebuild the read models from another log first. */
  let newest: Checkpoint = { position: START }
  let suspicion: DifferentLog | undefined
  let isConfirming = false
  let checking: Promise<void> | undefined

  /** The first event that is known and not in the log. */
  async function missing(): Promise<Checkpoint | undefined> {
    const distinct = new Map([newest, ...checkpoints()].map((each) => [`${each.position} ${each.id}`, each]))
    for (const checkpoint of distinct.values()) {
      if (!(await isFound(store, checkpoint))) return checkpoint
      if (checkpoint.position > newest.position) newest = checkpoint
    }
    return undefined
  }

  /** Confirms a suspicion; nothing is answered from the read models meanwhile. */
  async function confirm(suspected: DifferentLog): Promise<void> {
    await sleep(confirmMs, undefined, { ref: false })
    if (await missing()) replace(suspected)
    else suspicion = undefined
  }

  /** Compares now; calls that overlap share the reads. @throws StoreUnavailable when the log cannot be read */
  function check(): Promise<void> {
    checking ??= missing()
      .then((checkpoint) => {
        if (isConfirming) return
        if (!checkpoint) {
          suspicion = undefined
          return
        }
        suspicion ??= new DifferentLog(checkpoint.position)
        isConfirming = true
        // If the log cannot be read, the next check that reads it decides.
        confirm(suspicion)
          .catch(() => {})
          .finally(() => {
            isConfirming = false
          })
      })
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  function replace(reason: DifferentLog): void {
    log.error(
      { position: reason.position, reason: reason.message },
      'the event log was replaced; restarting the service',
    )
    replaced.abort(reason)
  }

  return {
    /** Aborted, with a DifferentLog as the reason, once the log is known to be another one. */
    replaced: replaced.signal,
    check,
    /** @throws DifferentLog when the read models may not be of this log; StoreUnavailable when it cannot be read */
    async assertLog(): Promise<void> {
      await check()
      if (suspicion) throw suspicion
    },
    /** @throws Failure SERVICE_UNAVAILABLE when the read models may not be of this log */
    assertSame(): void {
      if (!suspicion) return
      const message =
        'The event log was restored from a copy, or replaced. The read models are rebuilt from it; retry later.'
      throw new Failure('SERVICE_UNAVAILABLE', message, undefined, { cause: suspicion })
    },
  }
}
