import type { Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import type { Eventing } from '../eventing.js'
import type { Projection } from '../projection.js'
import {
  type AsOfState,
  dayIn,
  dropHidden,
  dropUnretained,
  emptyState,
  foldInto,
  type IsHidden,
  sizeOf,
} from './fold.js'
import { createAsOfReadModel, type Documents } from './readModel.js'
import { createAsOfSlicer } from './slicer.js'
import { type AsOfDefinition, createSnapshots } from './snapshots.js'

/** Events since the last snapshot that are worth another; fewer are folded sooner than anyone notices. */
const SNAPSHOT_MIN_EVENTS = 10_000

/** Read models of a moment that is over, with the face that queries know. */
export type AsOfView = Pick<Eventing, 'read'>

export interface AsOfDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: DocumentStore
  readonly definition: AsOfDefinition
  /** See {@link SNAPSHOT_MIN_EVENTS}. */
  readonly worth?: number
  /** Owners that are erased now; nobody, where nothing is said. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

const nobody = async () => new Map<string, unknown>()

/**
 * Read models as they were: folded anew, from the last snapshot of a day before, by the projections that fold the
 * present. A snapshot is made wherever a fold comes to the end of a day and has read, since the last one, at least as
 * many events as there are documents to keep: together they are never more than the log, nor slower than it.
 */
export function createAsOf({
  store,
  documents,
  definition,
  worth = SNAPSHOT_MIN_EVENTS,
  erased = nobody,
}: AsOfDependencies) {
  const { kept } = definition
  const snapshots = createSnapshots({ store, documents, definition })

  /**
   * All events up to a position.
   * @param day that of the instant asked for: what it needs is not kept in its own day's snapshot
   */
  async function foldTo(to: Position, day: string, signal: AbortSignal): Promise<AsOfState> {
    const begun = snapshots.begin()
    const gone = await erased()
    const isHidden: IsHidden = ({ owner }) => gone.has(owner as string)
    const state = (await snapshots.newestBefore(day, signal)) ?? emptyState(kept)
    if (gone.size > 0) dropHidden(state, isHidden)
    const pace = createAsOfSlicer()
    let read = 0
    // Of all types: most are of those that are folded, and where none is, others get their turn all the same.
    for await (const event of store.readAll({ after: state.position, signal })) {
      const today = dayIn(event.recordedAt)
      if (state.day !== '' && today > state.day) {
        // Only now it is certain that nothing more is recorded on the day before.
        if (read >= Math.max(worth, sizeOf(state))) {
          await snapshots.save(state, begun)
          read = 0
        }
        if (event.position <= to) await dropUnretained(state, kept, `${today}T00:00:00.000Z`)
      }
      if (event.position > to) break
      foldInto(state, kept, event, isHidden)
      read++
      const pause = pace()
      if (pause) await pause
    }
    return state
  }

  return {
    /**
     * As it was behind an event, to be asked of an instant of this UTC day or a later one.
     * @throws the signal's reason; FoldError
     */
    async at(position: Position, day: string, signal: AbortSignal): Promise<AsOfView> {
      const { models } = await foldTo(position, day, signal)
      return {
        read: (projection) => {
          const found = models.get(projection.name)
          if (!found) throw new Error(`nothing is kept of the past of ${projection.name}`)
          return createAsOfReadModel(projection.indexes ?? {}, found as Documents<DocumentOf<typeof projection>>)
        },
      }
    },
    /** Makes the snapshots that are due up to a position, the last of a day before this one. */
    async prepare(position: Position, day: string, signal: AbortSignal): Promise<void> {
      await foldTo(position, day, signal)
    },
    /** Forgets all snapshots; what is asked takes longer for a while. */
    dropSnapshots: snapshots.drop,
  }
}

type DocumentOf<P> = P extends Projection<infer _E, infer D> ? D : Document
