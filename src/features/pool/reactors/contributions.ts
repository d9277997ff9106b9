import type { Reactor } from '../../../eventing/reactor.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'
import { decodeShared } from '../columns.js'
import type { Contribute } from '../commands/contribute.js'
import type { Origin } from '../decide.js'
import type { Shared } from '../events.js'

/** Verifications, some with results that their callers share. */
export type SharingEvent = AddressVerified | AddressesVerified | BatchChunkVerified

/** As many appends share a write to the disk; more would keep callers waiting who verify meanwhile. */
const AT_ONCE = 500

interface Due {
  readonly event: Recorded<SharingEvent>
  readonly shared: Shared
  readonly origin: Origin
}

/**
 * Contributes what verifications share. A contribution knows its cause, so an event that comes again, or whose caller
 * was told at once what it earned, finds its contributions made.
 */
export const createContributions = ({ contribute }: { readonly contribute: Contribute }): Reactor<SharingEvent> => ({
  name: 'contributions',
  types: new Set(['AddressVerified', 'AddressesVerified', 'BatchChunkVerified'] as const),
  async react(events) {
    const count = events.reduce((sum, event) => sum + countOf(event), 0)
    if (count === 0) return false
    const waiting = dueOf(events)
    // All take from one list; when one fails it is closed, and the others end with what they have in hand.
    async function work(): Promise<void> {
      for (const { event, shared, origin } of waiting) {
        const { data, meta } = event
        await contribute(data.account, shared, origin, { id: meta.actor, correlationId: meta.correlationId })
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: Math.min(count, AT_ONCE) }, work))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    return true
  },
})

/** Most verifications share nothing: those are passed over at once. */
const countOf = ({ type, data }: Recorded<SharingEvent>): number =>
  type === 'AddressVerified' ? (data.share ? 1 : 0) : (data.shared?.place.length ?? 0)

function* dueOf(events: readonly Recorded<SharingEvent>[]): Generator<Due> {
  for (const event of events) {
    if (event.type === 'AddressVerified') {
      const { share } = event.data
      if (share) yield { event, shared: share, origin: { source: 'single', cause: event.id, group: null } }
    } else {
      const { shared } = event.data
      if (!shared) continue
      const origin: Origin = { source: 'batch', cause: event.id, group: groupOf(event) }
      for (const result of decodeShared(shared)) yield { event, shared: { pool: shared.pool, result }, origin }
    }
  }
}

/** The batch, or the call whose addresses were verified at once. */
const groupOf = (event: Recorded<SharingEvent>): string =>
  event.type === 'BatchChunkVerified' ? idOf(event.stream) : event.meta.commandId
