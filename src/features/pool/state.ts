import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import type { PoolEvent } from './events.js'

/** What came of a contribution. */
export interface Contributed {
  readonly credits: number
  /** It was the first of its address in its pool. */
  readonly unique: boolean
}

/** What a contribution needs to know of its address: seen by one account, for one verification. */
export interface AddressState {
  /** Somebody has voted on it in this pool. */
  readonly known: boolean
  /** When this account last did, ISO 8601. */
  readonly votedAt: string | undefined
  /** This verification was contributed already: a reaction comes again, or did so when the answer was given. */
  readonly done: Contributed | undefined
}

export interface Viewpoint {
  readonly pool: string
  readonly address: string
  readonly account: string
  readonly cause: string
}

/** An address's stream, however long, folded into what one contributor needs of it. */
export const addressFor = ({ pool, address, account, cause }: Viewpoint): Entity<AddressState, PoolEvent> => ({
  stream: streamName('address', `${pool}.${address}`),
  initial: { known: false, votedAt: undefined, done: undefined },
  evolve: ({ votedAt, done }, { data, recordedAt }: Recorded<PoolEvent>) => ({
    known: true,
    votedAt: data.account === account ? recordedAt : votedAt,
    done: data.cause === cause ? { credits: data.credits, unique: data.unique } : done,
  }),
})
