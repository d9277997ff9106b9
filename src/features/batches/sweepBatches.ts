import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import type { BlobStore } from '../../kernel/ports/blobStore.js'
import { streamName } from '../../kernel/stream.js'
import { batchOfBlob } from './ids.js'
import { batches } from './projections/batches.js'
import type { ScheduleOldestBatches } from './scheduleOldestBatches.js'

const DAY_MS = 24 * 60 * 60_000
/** Inputs are kept this long. */
const KEEP_MS = 30 * DAY_MS
/** What was written and never became a batch, or is a sandbox key's, goes after this. */
const SHORT_MS = DAY_MS
/** How often old inputs are looked for. */
const BLOBS_EVERY_MS = 60 * 60_000
const PAGE = 1_000

export interface SweepDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly wakeAccount: ScheduleOldestBatches
}

/**
 * Finds what got stuck: jobs may be lost, open batches are not. A batch that made no progress since the last look, or was
 * open before the first, has its account woken; inputs that are old, or belong to nothing, are deleted.
 */
export function createSweepBatches({ eventing, blobs, clock, wakeAccount }: SweepDependencies) {
  const model = eventing.read(batches)
  /** Undefined before the first look: then whatever is open may have been left behind by a process that died. */
  let before: ReadonlyMap<string, number> | undefined
  let blobsAt = 0

  async function wakeStuck(): Promise<void> {
    const now = new Map<string, number>()
    const stuck = new Set<string>()
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const equals = { open: true }
      const { items, next } = await model.find({ index: 'byOpen', equals, limit: PAGE, ...(after && { after }) })
      for (const { id, document } of items) {
        now.set(id, document.processed)
        if (!before || before.get(id) === document.processed) stuck.add(document.owner)
      }
      after = next
    }
    before = now
    for (const account of stuck) await wakeAccount(account)
  }

  async function deleteOld(): Promise<void> {
    const now = clock.now()
    for await (const { name, writtenAt } of blobs.all()) {
      const age = now - writtenAt
      if (age > KEEP_MS || (age > SHORT_MS && (await isShortLived(name)))) await blobs.delete(name)
    }
  }

  /** What is still to be read, for however long it waited, stays. */
  async function isShortLived(name: string): Promise<boolean> {
    const id = batchOfBlob(name)
    const batch = await model.getOrReplay(id, streamName('batch', id))
    const isOrphan = batch?.rows !== name && batch?.file?.blob !== name
    return isOrphan || (batch?.sandbox === true && !batch.open)
  }

  return async function sweepBatches(): Promise<void> {
    await wakeStuck()
    if (clock.now() - blobsAt < BLOBS_EVERY_MS) return
    blobsAt = clock.now()
    await deleteOld()
  }
}
