import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import { type AddressEvent, addressesAdded, contributionName, countsAsFirst } from './events.js'

/** The outcome of a contribution. */
export interface Contributed {
  readonly credits: number
  /** Whether it counts as the first of its address in its pool. */
  readonly unique: boolean
}

/** The state of an address, as one account needs it to contribute one verification. */
export interface AddressState {
  /** Whether any account has voted on it in this pool. */
  readonly known: boolean
  /** Number of accounts that have voted, as long as this one has not; otherwise 0. */
  readonly voters: number
  /** How often statistics count the address, as long as this account has not voted; otherwise 0. */
  readonly counted: number
  /** When this account last voted, ISO 8601. */
  readonly votedAt: string | undefined
  /**
   * Set when this verification has been contributed before, by an earlier reaction or while the request was answered.
   */
  readonly done: Contributed | undefined
}

/** An address without votes. */
export const UNKNOWN_ADDRESS: AddressState = {
  known: false,
  voters: 0,
  counted: 0,
  votedAt: undefined,
  done: undefined,
}

export interface VoterContext {
  readonly pool: string
  readonly address: string
  readonly account: string
  readonly cause: string
}

export const addressStream = ({ pool, address }: Pick<VoterContext, 'pool' | 'address'>): string =>
  streamName('address', `${pool}.${address}`)

/** Folds an address's stream into the state that one contributor needs. */
export const addressFor = ({ pool, address, account, cause }: VoterContext): Entity<AddressState, AddressEvent> => ({
  stream: addressStream({ pool, address }),
  initial: UNKNOWN_ADDRESS,
  evolve: ({ voters, counted, votedAt: before, done }, { type, data, recordedAt }: Recorded<AddressEvent>) => {
    if (type === 'AddressForgotten') return { known: false, voters: 0, counted: 0, votedAt: undefined, done }
    const votedAt = data.account === account ? recordedAt : before
    return {
      known: true,
      voters: votedAt === undefined ? voters + (data.first ? 1 : 0) : 0,
      counted: votedAt === undefined ? counted + addressesAdded(data) : 0,
      votedAt,
      done: data.cause === cause ? { credits: data.credits, unique: countsAsFirst(data) } : done,
    }
  },
})

/** The contributions of an address that can be forgotten, named as in AddressForgotten, oldest first. */
export type ContributionIds = readonly string[]

export const contributionIdsOf = (
  of: Pick<VoterContext, 'pool' | 'address'>,
): Entity<ContributionIds, AddressEvent> => ({
  stream: addressStream(of),
  initial: [],
  evolve: (ids, { type, data, id }: Recorded<AddressEvent>) =>
    type === 'AddressForgotten' ? ids.slice(data.contributions.length) : [...ids, contributionName(data.account, id)],
})
