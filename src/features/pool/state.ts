// The state of an address in a pool, folded from its events.
import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import { type AddressEvent, contributionName, countsAsFirst, joinsQuorum } from './events.js'

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
  /** Number of established accounts among them, as long as this one does not belong to those; otherwise 0. */
  readonly established: number
  /** Whether the quorum has been reached, as long as this account is not among the established; otherwise false. */
  readonly published: boolean
  /** Whether this account is among the established contributors of the address. */
  readonly joined: boolean
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
  established: 0,
  published: false,
  joined: false,
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
  evolve: (before, { type, data, recordedAt }: Recorded<AddressEvent>) => {
    if (type === 'AddressForgotten') return { ...UNKNOWN_ADDRESS, done: before.done }
    const isOwn = data.account === account
    const votedAt = isOwn ? recordedAt : before.votedAt
    const joined = before.joined || (isOwn && joinsQuorum(data))
    return {
      known: true,
      voters: votedAt === undefined ? before.voters + (data.first ? 1 : 0) : 0,
      established: joined ? 0 : before.established + (joinsQuorum(data) ? 1 : 0),
      published: !joined && (before.published || data.publishes === true),
      joined,
      votedAt,
      done: data.cause === cause ? { credits: data.credits, unique: countsAsFirst(data) } : before.done,
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
