import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import { type AddressEvent, contributionName, countsAsFirst } from './events.js'

/** What came of a contribution. */
export interface Contributed {
  readonly credits: number
  /** It counts as the first of its address in its pool. */
  readonly unique: boolean
}

/** What a contribution needs to know of its address: seen by one account, for one verification. */
export interface AddressState {
  /** Somebody has voted on it in this pool. */
  readonly known: boolean
  /** Accounts that have, as long as this one is not among them; else 0. */
  readonly voters: number
  /** When this account last did, ISO 8601. */
  readonly votedAt: string | undefined
  /** This verification was contributed already: a reaction comes again, or did so when the answer was given. */
  readonly done: Contributed | undefined
}

/** An address that nobody has voted on. */
export const UNKNOWN: AddressState = { known: false, voters: 0, votedAt: undefined, done: undefined }

export interface VoterContext {
  readonly pool: string
  readonly address: string
  readonly account: string
  readonly cause: string
}

export const addressStream = ({ pool, address }: Pick<VoterContext, 'pool' | 'address'>): string =>
  streamName('address', `${pool}.${address}`)

/** An address's stream, however long, folded into what one contributor needs of it. */
export const addressFor = ({ pool, address, account, cause }: VoterContext): Entity<AddressState, AddressEvent> => ({
  stream: addressStream({ pool, address }),
  initial: UNKNOWN,
  evolve: ({ voters, votedAt: before, done }, { type, data, recordedAt }: Recorded<AddressEvent>) => {
    if (type === 'AddressForgotten') return { known: false, voters: 0, votedAt: undefined, done }
    const votedAt = data.account === account ? recordedAt : before
    return {
      known: true,
      voters: votedAt === undefined ? voters + (data.first ? 1 : 0) : 0,
      votedAt,
      done: data.cause === cause ? { credits: data.credits, unique: countsAsFirst(data) } : done,
    }
  },
})

/** What there is of an address to forget: what was contributed of it, as AddressForgotten names it, oldest first. */
export type ContributionIds = readonly string[]

export const contributionIdsOf = (
  of: Pick<VoterContext, 'pool' | 'address'>,
): Entity<ContributionIds, AddressEvent> => ({
  stream: addressStream(of),
  initial: [],
  evolve: (traces, { type, data, id }: Recorded<AddressEvent>) =>
    type === 'AddressForgotten'
      ? traces.slice(data.contributions.length)
      : [...traces, contributionName(data.account, id)],
})
