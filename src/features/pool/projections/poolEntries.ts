// The read model that verifications look addresses up in.
import type { Projection } from '../../../eventing/projection.js'
import { type AddressEvent, joinsQuorum, type SharedResult } from '../events.js'
import { ownership } from './ownership.js'

export type Voter = {
  readonly account: string
  readonly valid: boolean
  /** The account's weight when it voted, in millionths. */
  readonly weight: number
  readonly young: boolean
  /** The account is among the `established` ones. */
  readonly joined: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

type Facts = Omit<SharedResult, 'address' | 'valid'>

export type PoolEntryDocument = {
  readonly owner?: string
  /** Each account's live vote, newest last. */
  readonly voters: readonly Voter[]
  /** Number of distinct accounts that have ever voted. */
  readonly contributors: number
  /** Number of them that are established contributors of the address: see `joinsQuorum`. */
  readonly established: number
  /** The facts of the newest vote. */
  readonly facts: Facts
  /** The facts of the newest vote that is not young; absent while that is the newest of all. */
  readonly establishedFacts?: Facts
}

/** Votes kept per entry and standing: the weight of older ones has decayed to almost nothing. */
const MAX_VOTERS = 200

/** Drops the oldest vote of the newest one's standing beyond the maximum, so that none crowds out the other. */
function capped(voters: readonly Voter[]): readonly Voter[] {
  if (voters.length <= MAX_VOTERS) return voters
  const { young } = voters.at(-1)!
  const same = voters.filter((voter) => voter.young === young)
  return same.length <= MAX_VOTERS ? voters : voters.filter((voter) => voter !== same[0])
}

export const entryId = (pool: string, address: string): string => `${pool}.${address}`

/** A pool's entry for an address; read before DNS is queried. Key: pool.address. */
export const poolEntries: Projection<AddressEvent, PoolEntryDocument> = {
  name: 'pool_entries',
  version: 2,
  times: { 'voters.at': 'milliseconds', 'facts.checkedAt': 'iso', 'establishedFacts.checkedAt': 'iso' },
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
    const own = document?.voters.find((voter) => voter.account === account)
    const joins = joinsQuorum(data)
    const vote = { account, valid, weight, young, joined: joins || own?.joined === true, at: Date.parse(recordedAt) }
    const established = document?.established ?? 0
    const establishedFacts = young && established > 0 ? (document?.establishedFacts ?? document?.facts) : undefined
    return {
      ...ownership(pool),
      voters: capped([...others, vote]),
      contributors: (document?.contributors ?? 0) + (first ? 1 : 0),
      established: established + (joins ? 1 : 0),
      facts: { domain, route, provider, disposable, role, checkedAt, ttl },
      ...(establishedFacts && { establishedFacts }),
    }
  },
}
