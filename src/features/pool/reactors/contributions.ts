import type { Reactor } from '../../../eventing/reactor.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'
import { decodeShared } from '../columns.js'
import type { ContributeMany, PendingContribution } from '../commands/contributeMany.js'
import type { Origin } from '../decide.js'

/** Verifications, some with results that their callers share. */
export type SharingEvent = AddressVerified | AddressesVerified | BatchChunkVerified

/**
 * Contributions that are made together, and then the next: more would keep callers waiting who verify meanwhile. While
 * they are written to the disk, batches and read models have their turn.
 */
const TOGETHER = 500

/**
 * Contributes what verifications share. A contribution knows its cause, so an event that comes again, or whose caller
 * was told at once what it earned, finds its contributions made.
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
    for (const portion of portions(dueOf(events))) await contributeMany(portion)
    return true
  },
})

/** Most verifications share nothing: those are passed over at once. */
const isSharing = ({ type, data }: Recorded<SharingEvent>): boolean =>
  type === 'AddressVerified' ? data.share !== undefined : data.shared !== undefined && data.shared.place.length > 0

function* portions(dues: Iterable<PendingContribution>): Generator<readonly PendingContribution[]> {
  let portion: PendingContribution[] = []
  for (const due of dues) {
    portion.push(due)
    if (portion.length < TOGETHER) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

function* dueOf(events: readonly Recorded<SharingEvent>[]): Generator<PendingContribution> {
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

/** The batch, or the call whose addresses were verified at once. */
const groupOf = (event: Recorded<SharingEvent>): string =>
  event.type === 'BatchChunkVerified' ? idOf(event.stream) : event.meta.commandId
