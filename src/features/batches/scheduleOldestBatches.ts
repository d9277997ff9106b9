// Lets the two oldest open batches of an account run; `runBatch.ts` shares the process among those of all accounts.
import type { Eventing } from '../../eventing/eventing.js'
import { perAccount } from '../../kernel/limits.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import { batches } from './projections/batches.js'

export const RUN_BATCH = 'run_batch'

/** Enqueues the oldest open batches of an account; the others wait until one of these has ended. */
export type ScheduleOldestBatches = (account: string) => Promise<void>

export const createScheduleOldestBatches =
  ({ eventing, jobs }: { readonly eventing: Eventing; readonly jobs: Jobs }): ScheduleOldestBatches =>
  async (account) => {
    const equals = { owner: account, open: true }
    const { items } = await eventing
      .read(batches)
      .find({ index: 'byOwnerOpen', equals, limit: perAccount.openBatches.running })
    for (const { id } of items) await jobs.enqueue(RUN_BATCH, id, { tenant: account })
  }
