import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Position } from '../../kernel/position.js'
import { type CheckpointDocument, checkpointOf } from '../generations/checkpoints.js'
import { REACTOR_CHECKPOINTS } from './checkpoints.js'

/** Pause between two reads of a checkpoint, which another process may move. */
const POLL_MS = 25

/**
 * Waits until a reactor, in whichever process it runs, has processed an event. Its checkpoint is stored at once after an event
 * on which it acted, and up to seconds later after others.
 * @param position of an event on which the reactor acts
 * @returns whether it has within the timeout
 */
export type WaitForReactor = (name: string, position: Position, timeoutMs: number) => Promise<boolean>

export function createWaitForReactor({ documents }: { readonly documents: DocumentStore }): WaitForReactor {
  const checkpoints = documents.collection<CheckpointDocument>({ name: REACTOR_CHECKPOINTS })
  return async (name, position, timeoutMs) => {
    const startedAt = performance.now()
    while (checkpointOf(await checkpoints.get(name)).position < position) {
      if (performance.now() - startedAt >= timeoutMs) return false
      await sleep(POLL_MS)
    }
    return true
  }
}
