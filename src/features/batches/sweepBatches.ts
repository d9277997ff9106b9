// Restarts batches whose job was lost, and deletes leftover inputs. The job of a killed process is not lost: its lock expires.
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import type { BlobStore } from '../../kernel/ports/blobStore.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import { streamName } from '../../kernel/stream.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.js'
import { ASK_MAILBOXES } from './commands/askMailboxes.js'
import { batchOfBlob } from './ids.js'
import { batches } from './projections/batches.js'
import type { ScheduleOldestBatches } from './scheduleOldestBatches.js'

/** How many days inputs are kept, unless the operator decides otherwise. */
export const FILES_DAYS = 30
/** How long the inputs of sandbox batches, and blobs that never became a batch, are kept. */
const SHORT_RETENTION_MS = DAY_MS
/** Interval between scans for old inputs. */
const BLOB_SWEEP_INTERVAL_MS = HOUR_MS
/** A job that asks mail servers and was lost starts again after this time at most. */
const LOST_AFTER_MS = 5 * MINUTE_MS
/** Batches read per page. */
const PAGE_SIZE = 1_000

interface SweepDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly jobs: Jobs
  readonly scheduleOldestBatches: ScheduleOldestBatches
  /** How many days inputs are kept (default: 30). */
  readonly filesDays?: number
}

/**
 * Recovers from lost jobs: an open batch that has made no progress since the last sweep, or that was open before the
 * first, is scheduled again. Also deletes inputs that are expired or belong to no batch.
 */
export function createSweepBatches({
  eventing,
  blobs,
  clock,
  jobs,
  scheduleOldestBatches,
  filesDays = FILES_DAYS,
}: SweepDependencies) {
  const retentionMs = filesDays * DAY_MS
  const model = eventing.read(batches)
  /**
   * Rows processed per open batch at the last sweep; undefined before the first, when any open batch may have been
   * abandoned by a process that died.
   */
  let previous: ReadonlyMap<string, number> | undefined
  let blobsSweptAt = 0

  async function scheduleStuck(): Promise<void> {
    const now = new Map<string, number>()
    const stuck = new Set<string>()
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const equals = { open: true }
      const { items, next } = await model.find({ index: 'byOpen', equals, limit: PAGE_SIZE, ...(after && { after }) })
      for (const { id, document } of items) {
        now.set(id, document.processed)
        if (!previous || previous.get(id) === document.processed) stuck.add(document.owner)
      }
      after = next
    }
    previous = now
    for (const account of stuck) await scheduleOldestBatches(account)
  }

  /** A job that exists has an earlier time, or is brought forward: what it asks for again is known. */
  async function askAgain(): Promise<void> {
    const at = clock.now() + LOST_AFTER_MS
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const equals = { asking: true }
      const { items, next } = await model.find({ index: 'byAsking', equals, limit: PAGE_SIZE, ...(after && { after }) })
      for (const { id, document } of items) await jobs.enqueue(ASK_MAILBOXES, id, { at, tenant: document.owner })
      after = next
    }
  }

  async function deleteOld(): Promise<void> {
    const now = clock.now()
    for await (const { name, writtenAt } of blobs.all()) {
      const age = now - writtenAt
      if (age > SHORT_RETENTION_MS && age > (await retentionOf(name))) await blobs.delete(name)
    }
  }

  /** How long a blob is kept: while its batch is in progress, however long that was interrupted. */
  async function retentionOf(name: string): Promise<number> {
    const id = batchOfBlob(name)
    const batch = await model.getOrReplay(id, streamName('batch', id))
    if (!batch || (batch.rows !== name && batch.file?.blob !== name)) return SHORT_RETENTION_MS
    if (batch.open || batch.asking) return Infinity
    return batch.sandbox ? SHORT_RETENTION_MS : retentionMs
  }

  return async function sweepBatches(): Promise<void> {
    await scheduleStuck()
    await askAgain()
    if (clock.now() - blobsSweptAt < BLOB_SWEEP_INTERVAL_MS) return
    blobsSweptAt = clock.now()
    await deleteOld()
  }
}
