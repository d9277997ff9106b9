import type { Clock } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import type { BlobStore } from '../../kernel/ports/blobStore.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Caller } from '../accounts/index.js'

const DAY_MS = 24 * 60 * 60_000
const MIB = 1_048_576

/** What one account may submit in a day, whatever becomes of it: cancelled, unknown and repeated rows cost nothing. */
export interface DailyLimits {
  readonly jobs: number
  /** A row that keeps its steps counts as {@link STEPS_WEIGHT}. */
  readonly rows: number
  /** Of files, and of the rows that are found in them. */
  readonly bytes: number
}

/** Steps take about so many times the space of a verdict. */
const STEPS_WEIGHT = 10

/** Every plan can submit the largest file that the contract allows, and enough to use up its month twice in a day. */
export const dailyLimits = ({ sandbox, perMonth }: Pick<Caller, 'sandbox' | 'perMonth'>): DailyLimits =>
  sandbox
    ? { jobs: 1_000, rows: 100_000, bytes: 64 * MIB }
    : {
        jobs: Math.max(1_000, Math.ceil(perMonth / 10)),
        rows: Math.max(1_000_000, 2 * perMonth),
        bytes: Math.max(256 * MIB, 2_048 * perMonth),
      }

type Measured = Pick<Caller, 'account' | 'sandbox' | 'perMonth'>

export type Allowance = ReturnType<typeof createAllowance>

/**
 * Counts what accounts submit in a day. A sandbox key's day is its own. What is refused later, or cancelled, has been
 * counted all the same: its bytes were written, and its events stay.
 */
export function createAllowance({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }) {
  async function take(caller: Measured, what: keyof DailyLimits, amount: number): Promise<void> {
    const limit = dailyLimits(caller)[what]
    const key = `${caller.sandbox ? 'sandbox_' : ''}batch_${what}:${caller.account}`
    const { allowed, remaining, resetsAt } = await limiter.hit(key, limit, DAY_MS, amount)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000))
    const message = `Batches of your account are limited to ${limit} ${what} a day, and ${remaining} are left. Try again in ${retryAfter} s.`
    throw new RateLimited(message, { limit, scope: 'day', retryAfter, reset: Math.ceil(resetsAt / 1_000) })
  }

  /** Counts a MiB at a time, before it is passed on. */
  async function* metered(caller: Measured, content: AsyncIterable<Uint8Array>) {
    let uncounted = 0
    for await (const piece of content) {
      uncounted += piece.length
      if (uncounted >= MIB) {
        await take(caller, 'bytes', uncounted)
        uncounted = 0
      }
      yield piece
    }
    if (uncounted > 0) await take(caller, 'bytes', uncounted)
  }

  return {
    /** @throws RateLimited */
    takeJob: (caller: Measured) => take(caller, 'jobs', 1),
    /** @throws RateLimited */
    takeRows: (caller: Measured, rows: number, { debug }: { readonly debug: boolean }) =>
      take(caller, 'rows', debug ? rows * STEPS_WEIGHT : rows),
    /** Blobs whose writes are counted; they throw RateLimited, and leave nothing behind then. */
    metered: (caller: Measured, { read, write }: BlobStore): Pick<BlobStore, 'read' | 'write'> => ({
      read,
      write: (name, owner, content) => write(name, owner, metered(caller, content)),
    }),
  }
}
