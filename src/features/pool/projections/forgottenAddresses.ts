// The read model of addresses that were forgotten, from which it is known after a restore which are to be forgotten again.
import type { Projection } from '../../../eventing/projection.js'
import type { AddressForgotten } from '../events.js'
import { ownership } from './ownership.js'
import { entryId } from './poolEntries.js'

export type ForgottenAddressDocument = {
  readonly owner?: string
  readonly pool: string
  /** The pool's hash of the address. */
  readonly address: string
  /** When it was last forgotten, ISO 8601. */
  readonly at: string
}

/** Kept apart from the read models of the pool, which do not name such an address. Key: pool.address. */
export const forgottenAddresses: Projection<AddressForgotten, ForgottenAddressDocument> = {
  name: 'forgotten_addresses',
  version: 1,
  lane: 'pool',
  times: { at: 'iso' },
  keys: ({ type, data }) => (type === 'AddressForgotten' ? [entryId(data.pool, data.address)] : []),
  apply: (_, { data: { pool, address }, recordedAt: at }) => ({ ...ownership(pool), pool, address, at }),
}
