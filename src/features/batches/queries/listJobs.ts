// An account's jobs in the order of their submission, for exports.
import type { Eventing } from '../../../eventing/eventing.js'
import { iso } from '../../../kernel/clock.js'
import { batches } from '../projections/batches.js'

const PAGE_SIZE = 200

/** A submitted list or uploaded file. */
interface Job {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Null while it is open. */
  readonly endedAt: number | null
}

/** Milliseconds since the epoch. */
interface JobRange {
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/**
 * An account's jobs that were submitted in a period, oldest first, except those of sandbox keys. Includes every command that
 * has returned.
 */
export type ListJobs = (account: string, range: JobRange) => AsyncIterable<Job>

export const createListJobs = ({ eventing }: { readonly eventing: Eventing }): ListJobs =>
  async function* listJobs(owner, { from, to }) {
    await eventing.waitForHead([batches.name])
    const query = { index: 'byOwner', equals: { owner }, range: { from: iso(from), to: iso(to) }, limit: PAGE_SIZE }
    for (let after: string | undefined; ; ) {
      const { items, next } = await eventing.read(batches).find({ ...query, ...(after !== undefined && { after }) })
      for (const { id, document } of items) {
        const { sandbox, createdAt, completedAt } = document
        if (sandbox) continue
        yield { id, createdAt: Date.parse(createdAt), endedAt: completedAt === null ? null : Date.parse(completedAt) }
      }
      if (next === undefined) return
      after = next
    }
  }
