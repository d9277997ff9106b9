// Loads as much of an address's history as one contribution needs.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Recorded } from '../../kernel/envelope.js'
import { type AddressEvent, joinsQuorum } from './events.js'
import { type AddressState, addressFor, type VoterContext } from './state.js'

/** Size of the first page; each further page is larger. Most addresses have fewer events. */
const FIRST_PAGE_SIZE = 8
const MAX_PAGE_SIZE = 1_000
/** Voters of streams longer than this are cached, so that the older part is read only once. */
const MIN_CACHED_LENGTH = 100
/** Maximum number of cached voters over all addresses. */
const MAX_CACHED_VOTERS = 100_000

interface CachedVoter {
  /** When it last voted, ISO 8601. */
  readonly votedAt: string
  readonly joined: boolean
}

/** The accounts that voted on an address up to a revision. */
interface CachedVoters {
  readonly revision: bigint
  readonly established: number
  readonly published: boolean
  readonly voters: Map<string, CachedVoter>
}

interface VoterState {
  readonly state: AddressState
  /** Revision of the last event; undefined when the stream does not exist. */
  readonly revision: bigint | undefined
}

/**
 * Loads the state of an address as one contributor needs it. Reads the stream backwards, only as far as necessary:
 * to the vote with which the contributor became an established one, or to the cached part. Calls for one address must not run concurrently.
 */
export function createLoadVoterState({ eventing }: { readonly eventing: Pick<Eventing, 'readStream'> }) {
  const cache = new LRUCache<string, CachedVoters>({
    maxSize: MAX_CACHED_VOTERS,
    // An address that was forgotten has none, and no entry may be empty.
    sizeCalculation: ({ voters }) => 1 + voters.size,
  })

  /** @param since ISO 8601; no event recorded before it can belong to this cause */
  return async (context: VoterContext, since: string): Promise<VoterState> => {
    const { stream, initial, evolve } = addressFor(context)
    const { account, cause } = context
    const cached = cache.get(stream)
    /** Events read so far, newest first, without gaps. */
    const read: Recorded<AddressEvent>[] = []
    let joined = false

    const isCached = ({ revision }: Recorded): boolean => cached !== undefined && revision <= cached.revision

    /** Whether no older event can matter. */
    function isEnough(event: Recorded<AddressEvent>): boolean {
      const { type, data } = event
      // Votes from before the address was forgotten do not count.
      joined ||= type === 'AddressForgotten' || (data.account === account && joinsQuorum(data))
      const isDone = type === 'ValidationContributed' && data.cause === cause
      return isDone || (event.recordedAt < since && (joined || isCached(event)))
    }

    async function readBack(): Promise<void> {
      for (let limit = FIRST_PAGE_SIZE; read.at(-1)?.revision !== 0n; limit = Math.min(limit * 8, MAX_PAGE_SIZE)) {
        const last = read.at(-1)
        const page = { backwards: true, limit, ...(last && { from: last.revision - 1n }) }
        for await (const event of eventing.readStream(stream, page)) {
          read.push(event as Recorded<AddressEvent>)
          if (isEnough(event as Recorded<AddressEvent>)) return
        }
        if (read.at(-1) === last) return
      }
    }

    function fold(): AddressState {
      if (!cached) return read.reduceRight(evolve, initial)
      const base = read.filter(isCached).reduceRight(evolve, { ...initial, ...cached.voters.get(account) })
      const voters = base.votedAt === undefined ? cached.voters.size : 0
      const { established, published } = base.joined ? initial : cached
      return read.filter((event) => !isCached(event)).reduceRight(evolve, { ...base, voters, established, published })
    }

    function updateCache({ revision }: Recorded): void {
      const voters = cached?.voters ?? new Map<string, CachedVoter>()
      let { established, published } = cached ?? initial
      for (const event of read.filter((each) => !isCached(each)).reverse()) {
        const { type, data, recordedAt } = event
        if (type === 'AddressForgotten') {
          voters.clear()
          established = 0
          published = false
        } else {
          const joined = voters.get(data.account)?.joined === true || joinsQuorum(data)
          voters.set(data.account, { votedAt: recordedAt, joined })
          if (joinsQuorum(data)) established++
          published ||= data.publishes === true
        }
      }
      cache.set(stream, { revision, established, published, voters })
    }

    await readBack()
    const [newest] = read
    if (!newest) return { state: initial, revision: undefined }
    const state = fold()
    const oldest = read.at(-1)!
    const isComplete = oldest.revision === 0n || isCached(oldest)
    if (isComplete && (cached !== undefined || read.length > MIN_CACHED_LENGTH)) updateCache(newest)
    return { state, revision: newest.revision }
  }
}
