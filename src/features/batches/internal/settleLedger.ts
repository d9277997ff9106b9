import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import type { Quota } from '../../verification/index.js'
import type { BatchEvent } from '../events.js'

/**
 * Brings the quota ledger in line with events that were just appended to one batch: what they charged stays taken, what
 * they released is given back. Does nothing if none of them settles a part of the reservation.
 */
export async function settleLedger(
  quota: Quota,
  payer: Pick<Caller, 'account' | 'perMonth'>,
  events: readonly BatchEvent[],
  actor: Actor,
): Promise<void> {
  let month: string | undefined
  let taken = 0
  let charged = 0
  for (const { type, data } of events) {
    switch (type) {
      case 'BatchChunkVerified':
        month = data.month
        taken += data.charged + data.released
        charged += data.charged
        break
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        month = data.month
        taken += data.released
        break
    }
  }
  if (month !== undefined) await quota.settle(payer, month, taken, charged, actor)
}
