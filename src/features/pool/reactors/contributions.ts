// The reactor that contributes what verifications share.
import type { Reactor } from '../../../eventing/reactor.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'
import { decodeShared } from '../columns.js'
import type { ContributeMany, PendingContribution } from '../commands/contributeMany.js'
import type { Origin } from '../decide.js'

/** Verification events, which may carry results to contribute. */
export type SharingEvent = AddressVerified | AddressesVerified | BatchChunkVerified

/**
 * Contributions per batch. Batches run one after the other: larger ones would delay concurrent verifications. While one
 * is written to disk, batch jobs and read models can proceed.
 */
const BATCH_SIZE = 500

/**
 * Contributes the shared results of verifications. A contribution records its cause, so it is made only once: also if
 * the event is delivered again, or if it was contributed while the request was answered.
 */
export const createContributions = ({
  contributeMany,
}: {
  readonly contributeMany: ContributeMany
}): Reactor<SharingEvent> => ({
  name: 'contributions',
  types: new Set(['AddressVerified', 'AddressesVerified', 'BatchChunkVerified'] as const),
  async react(events) {
    if (!events.some(isSharing)) return false
    for (const batch of batchesOf(contributionsIn(events))) await contributeMany(batch)
    return true
  },
})

/** Most verifications share nothing and are skipped. */
const isSharing = ({ type, data }: Recorded<SharingEvent>): boolean =>
  type === 'AddressVerified' ? data.share !== undefined : data.shared !== undefined && data.shared.place.length > 0

function* batchesOf(pending: Iterable<PendingContribution>): Generator<readonly PendingContribution[]> {
  let batch: PendingContribution[] = []
  for (const contribution of pending) {
    batch.push(contribution)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

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
      const { pool } = shared
      const origin: Origin = { source: 'batch', cause: event.id, group: groupOf(event) }
      for (const result of decodeShared(shared)) yield { account, shared: { pool, result }, origin, contributor }
    }
  }
}

/** The batch, or the request whose addresses were verified together. */
const groupOf = (event: Recorded<SharingEvent>): string =>
  event.type === 'BatchChunkVerified' ? idOf(event.stream) : event.meta.commandId
