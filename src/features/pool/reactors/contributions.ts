// The reactor that contributes what verifications share.
import type { Reactor } from '../../../eventing/reactor.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'
import type { ContributeMany, PendingContribution } from '../commands/contributeMany.js'
import { batchesOf, contributionsOf } from '../commands/contributeShared.js'
import type { Origin } from '../decide.js'

/** Verification events, which may carry results to contribute. */
export type SharingEvent = AddressVerified | AddressesVerified | BatchChunkVerified

/** The reactor that makes contributions; its checkpoint says up to which event they are made. */
export const CONTRIBUTIONS = 'contributions'

/**
 * Contributes the shared results of verifications. A contribution records its cause, so it is made only once: also if
 * the event is delivered again, or if it was contributed while the request was answered.
 */
export const createContributions = ({
  contributeMany,
}: {
  readonly contributeMany: ContributeMany
}): Reactor<SharingEvent> => ({
  name: CONTRIBUTIONS,
  types: new Set(['AddressVerified', 'AddressesVerified', 'BatchChunkVerified'] as const),
  // Contributions are in the log.
  startsAt: 'beginning',
  async react(events) {
    if (!events.some(isSharing)) return false
    for (const batch of batchesOf(contributionsIn(events))) await contributeMany(batch)
    return true
  },
})

/** Most verifications share nothing and are skipped. */
const isSharing = ({ type, data }: Recorded<SharingEvent>): boolean =>
  type === 'AddressVerified' ? data.share !== undefined : data.shared !== undefined && data.shared.place.length > 0

function* contributionsIn(events: readonly Recorded<SharingEvent>[]): Generator<PendingContribution> {
  for (const event of events) {
    const { account } = event.data
    const contributor = { id: event.meta.actor, correlationId: event.meta.correlationId }
    if (event.type === 'AddressVerified') {
      const { share: shared } = event.data
      if (shared) yield { account, shared, origin: { source: 'single', cause: event.id, group: null }, contributor }
    } else {
      const { shared } = event.data
      if (!shared) continue
      const origin: Origin = { source: 'batch', cause: event.id, group: groupOf(event) }
      yield* contributionsOf({ account, shared, origin, contributor })
    }
  }
}

/** The batch, or the request whose addresses were verified together. */
const groupOf = (event: Recorded<SharingEvent>): string =>
  event.type === 'BatchChunkVerified' ? idOf(event.stream) : event.meta.commandId
