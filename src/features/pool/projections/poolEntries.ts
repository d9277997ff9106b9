import type { Projection } from '../../../eventing/projection.js'
import type { AddressEvent, SharedResult } from '../events.js'
import { ownership } from './ownership.js'

export type Voter = {
  readonly account: string
  readonly valid: boolean
  /** The account's weight when it voted, in millionths. */
  readonly weight: number
  readonly young: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type PoolEntryDocument = {
  readonly owner?: string
  /** Each account's live vote, newest last. */
  readonly voters: readonly Voter[]
  /** Number of distinct accounts that have ever voted. */
  readonly contributors: number
  /** The facts of the newest vote. */
  readonly facts: Omit<SharedResult, 'address' | 'valid'>
}

/** Votes kept per entry: the weight of older ones has decayed to almost nothing. */
const MAX_VOTERS = 200

export const entryId = (pool: string, address: string): string => `${pool}.${address}`

/** A pool's entry for an address; read before DNS is queried. Key: pool.address. */
export const poolEntries: Projection<AddressEvent, PoolEntryDocument> = {
  name: 'pool_entries',
  version: 1,
  times: { 'voters.at': 'milliseconds', 'facts.checkedAt': 'iso' },
  keys: ({ type, data }) => {
    switch (type) {
      case 'ValidationContributed':
      case 'AddressForgotten':
        return [entryId(data.pool, data.address)]
      default:
        return []
    }
  },
  begins: ({ type, data }) => type === 'ValidationContributed' && data.unique,
  apply: (document, { type, data, recordedAt }) => {
    if (type === 'AddressForgotten') return null
    const { account, valid, weight, young, first, pool } = data
    const { domain, route, provider, disposable, role, checkedAt, ttl } = data
    const others = document?.voters.filter((voter) => voter.account !== account) ?? []
    return {
      ...ownership(pool),
      voters: [...others, { account, valid, weight, young, at: Date.parse(recordedAt) }].slice(-MAX_VOTERS),
      contributors: (document?.contributors ?? 0) + (first ? 1 : 0),
      facts: { domain, route, provider, disposable, role, checkedAt, ttl },
    }
  },
}
