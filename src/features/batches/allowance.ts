// How many batches and addresses an account may submit per day.
import type { Clock } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import { perAccount, windowKey } from '../../kernel/limits.js'
import type { BlobStore } from '../../kernel/ports/blobStore.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.js'
import type { Caller } from '../accounts/index.js'

const MIB = 1_048_576

/**
 * What one account may submit per day, including what it cancels. The monthly quota does not bound this, because
 * cancelled, unknown and repeated rows cost nothing.
 */
interface DailyLimits {
  readonly jobs: number
  /** A row whose steps are recorded (`debug`) counts as several, because they take more space than its verdict. */
  readonly rows: number
  /** Bytes of uploaded files plus bytes of the rows extracted from them. */
  readonly bytes: number
}

export const dailyLimits = ({ sandbox, perMonth }: Pick<Caller, 'sandbox' | 'perMonth'>): DailyLimits => {
  const { batches, batchRows, batchBytes, sandboxBatches } = perAccount
  return sandbox
    ? { jobs: sandboxBatches.perDay, rows: sandboxBatches.rowsPerDay, bytes: sandboxBatches.bytesPerDay }
    : {
        jobs: Math.max(batches.minPerDay, Math.ceil(perMonth / batches.monthlyDivisor)),
        rows: Math.max(batchRows.minPerDay, batchRows.perMonthlyAddress * perMonth),
        bytes: Math.max(batchBytes.minPerDay, batchBytes.perMonthlyAddress * perMonth),
      }
}

const REFUSALS_PER_MINUTE = perAccount.batchRefusals.perMinute

type Submitter = Pick<Caller, 'account' | 'sandbox' | 'perMonth'>

export type Allowance = ReturnType<typeof createAllowance>

/**
 * Enforces the daily limits. Sandbox keys have counters of their own, separate from the account's live keys. What is
 * refused or cancelled later still counts: its bytes were written, and its events remain in the log.
 */
export function createAllowance({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }) {
  const keyOf = ({ sandbox, account }: Submitter, unit: keyof DailyLimits | 'refusals'): string =>
    windowKey(sandbox ? `sandbox_batch_${unit}` : `batch_${unit}`, account)

  const refusal = (message: string, limit: number, scope: 'day' | 'minute', resetsAt: number): RateLimited =>
    new RateLimited(message, { limit, scope, resetsAt, now: clock.now() })

  async function take(caller: Submitter, unit: keyof DailyLimits, amount: number, note = ''): Promise<void> {
    const limit = dailyLimits(caller)[unit]
    const { allowed, remaining, resetsAt } = await limiter.hit(keyOf(caller, unit), limit, DAY_MS, amount)
    if (allowed) return
    const message = `Your account's batches are limited to ${limit} ${unit} a day, of which ${remaining} are left.${note}`
    throw refusal(message, limit, 'day', resetsAt)
  }

  /** Counts content in steps of 1 MiB, each before it is passed on. */
  async function* metered(caller: Submitter, content: AsyncIterable<Uint8Array>) {
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
    /** Called before rows are read. @throws RateLimited if too many jobs were refused after their rows were read */
    async requireFewRefusals(caller: Submitter): Promise<void> {
      const key = keyOf(caller, 'refusals')
      const { allowed, resetsAt } = await limiter.hit(key, REFUSALS_PER_MINUTE - 1, MINUTE_MS, 0)
      if (allowed) return
      const message = `${REFUSALS_PER_MINUTE} of your account's batches were refused within a minute, which is the limit.`
      throw refusal(message, REFUSALS_PER_MINUTE, 'minute', resetsAt)
    },
    /** Counts a job that was refused after its rows were read. */
    async countRefusal(caller: Submitter): Promise<void> {
      await limiter.hit(keyOf(caller, 'refusals'), REFUSALS_PER_MINUTE, MINUTE_MS)
    },
    /** @throws RateLimited */
    takeJob: (caller: Submitter) => take(caller, 'jobs', 1),
    /** @throws RateLimited */
    takeRows(caller: Submitter, rows: number, { debug }: { readonly debug: boolean }): Promise<void> {
      const { debugWeight } = perAccount.batchRows
      if (!debug) return take(caller, 'rows', rows)
      return take(caller, 'rows', rows * debugWeight, ` A row with \`debug\` counts as ${debugWeight}.`)
    },
    /** The blob store with metered writes: a write that exceeds the limit throws RateLimited and leaves no blob. */
    metered: (caller: Submitter, { read, write }: BlobStore): Pick<BlobStore, 'read' | 'write'> => ({
      read,
      write: (name, owner, content) => write(name, owner, metered(caller, content)),
    }),
  }
}
