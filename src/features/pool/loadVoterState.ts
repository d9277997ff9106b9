import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Recorded } from '../../kernel/envelope.js'
import type { AddressEvent } from './events.js'
import { type AddressState, addressFor, type VoterContext } from './state.js'

/** Events of an address that are read first; then more and more at once. Most addresses have fewer. */
const FIRST_PAGE = 8
const LAST_PAGE = 1_000
/** Who voted on an address with more events than this is remembered: its past is read once. */
const LONG = 100
/** Voters that are remembered, of all such addresses. */
const REMEMBERED_VOTERS = 100_000

/** Who had voted on an address up to a revision, and when last (ISO 8601). */
interface Past {
  readonly revision: bigint
  readonly votedAt: Map<string, string>
}

export interface VoterState {
  readonly state: AddressState
  /** Of the last event; undefined when the stream does not exist. */
  readonly revision: bigint | undefined
}

/**
 * What one contributor needs of an address, read from the end of its stream and no further back than that takes: to the
 * contributor's last vote, or to what is remembered of the past. To be asked in turn for each address.
 */
export function createLoadVoterState({ eventing }: { readonly eventing: Pick<Eventing, 'readStream'> }) {
  const pasts = new LRUCache<string, Past>({
    maxSize: REMEMBERED_VOTERS,
    sizeCalculation: ({ votedAt }) => votedAt.size,
  })

  /** @param since ISO 8601; nothing that was recorded before it was contributed for this cause */
  return async (viewpoint: VoterContext, since: string): Promise<VoterState> => {
    const { stream, initial, evolve } = addressFor(viewpoint)
    const { account, cause } = viewpoint
    const past = pasts.get(stream)
    /** Without gaps, newest first. */
    const read: Recorded<AddressEvent>[] = []
    let voted = false

    const isRemembered = ({ revision }: Recorded): boolean => past !== undefined && revision <= past.revision

    /** Whether nothing older can matter. */
    function isEnough(event: Recorded<AddressEvent>): boolean {
      const { type, data } = event
      // Before it was forgotten, nobody has voted on it.
      voted ||= type === 'AddressForgotten' || data.account === account
      const isDone = type === 'ValidationContributed' && data.cause === cause
      return isDone || (event.recordedAt < since && (voted || isRemembered(event)))
    }

    async function readBack(): Promise<void> {
      for (let limit = FIRST_PAGE; read.at(-1)?.revision !== 0n; limit = Math.min(limit * 8, LAST_PAGE)) {
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
      if (!past) return read.reduceRight(evolve, initial)
      const begin = read.filter(isRemembered).reduceRight(evolve, { ...initial, votedAt: past.votedAt.get(account) })
      const voters = begin.votedAt === undefined ? past.votedAt.size : 0
      return read.filter((event) => !isRemembered(event)).reduceRight(evolve, { ...begin, voters })
    }

    function remember({ revision }: Recorded): void {
      const votedAt = past?.votedAt ?? new Map<string, string>()
      for (const { type, data, recordedAt } of [...read].reverse()) {
        if (type === 'AddressForgotten') votedAt.clear()
        else votedAt.set(data.account, recordedAt)
      }
      pasts.set(stream, { revision, votedAt })
    }

    await readBack()
    const [newest] = read
    if (!newest) return { state: initial, revision: undefined }
    const state = fold()
    const oldest = read.at(-1)!
    const isWhole = oldest.revision === 0n || isRemembered(oldest)
    if (isWhole && (past !== undefined || read.length > LONG)) remember(newest)
    return { state, revision: newest.revision }
  }
}
