// Read models as of a past instant.
import type { Document, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import type { Reading } from '../eventing.js'
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
import { type AsOfDocuments, createAsOfReadModel } from './readModel.js'
import { createAsOfSlicer } from './slicer.js'
import { type AsOfDefinition, createSnapshots, type Interruptible } from './snapshots.js'

/** Minimum events between snapshots; folding fewer takes no noticeable time. */
const SNAPSHOT_MIN_EVENTS = 10_000

/** Read models as of a past instant, through the interface that queries use. */
export interface AsOfView extends Reading {
  /** All documents of a read model, in no particular order. */
  readonly documentsOf: (model: string) => Iterable<Stored<Document>>
}

interface AsOfDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: DocumentStore
  /** Minimum events between snapshots; see {@link SNAPSHOT_MIN_EVENTS}. */
  readonly minSnapshotEvents?: number
  /** Owners erased by now; by default none. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

const NO_MODELS: AsOfDefinition['retainedModels'] = []

const noErasures = async () => new Map<string, unknown>()

/**
 * Read models as of a past instant: folded from the last snapshot of an earlier day, by the same projections that fold
 * the present. A fold saves a snapshot at the end of a day if it has folded at least as many events since the last one as
 * there are documents to save, so that all snapshots together, those of every account, never exceed the log by more than a
 * constant factor, in size or in time to write.
 */
export function createAsOf({
  store,
  documents,
  minSnapshotEvents = SNAPSHOT_MIN_EVENTS,
  erased = noErasures,
}: AsOfDependencies) {
  const snapshots = createSnapshots({ store, documents })

  /**
   * Folds all events up to a position.
   * @param day UTC day of the requested instant; a snapshot of that day would be too late, so only earlier ones are
   * used
   */
  async function foldTo(
    definition: AsOfDefinition,
    to: Position,
    day: string,
    waiting: Interruptible,
  ): Promise<AsOfState> {
    const { retainedModels, account, transient } = definition
    const saved = snapshots.of(definition)
    const token = snapshots.begin()
    const erasedOwners = await erased()
    const isHidden: IsHidden = ({ owner }) => erasedOwners.has(owner as string)
    const state = (await saved.newestBefore(day, waiting)) ?? emptyState(retainedModels)
    if (erasedOwners.size > 0) dropHidden(state, isHidden)
    const yieldIfDue = createAsOfSlicer()
    let read = 0
    let folded = 0
    // All types, without a filter: most are folded, and the loop yields to other work even where none is.
    for await (const event of store.readAll({ after: state.position, ...waiting })) {
      const today = dayIn(event.recordedAt)
      if (state.day !== '' && today > state.day) {
        // Only now is it certain that no more events of the day before will follow.
        if (!transient && read >= minSnapshotEvents && folded >= sizeOf(state)) {
          if (account === undefined || !(await erased()).has(account)) await saved.save(state, token)
          read = 0
          folded = 0
        }
        if (event.position <= to) await dropUnretained(state, retainedModels, `${today}T00:00:00.000Z`)
      }
      if (event.position > to) break
      const isOwn = account === undefined || (event.data as { readonly account?: unknown }).account === account
      foldInto(state, isOwn ? retainedModels : NO_MODELS, event, isHidden)
      if (isOwn) folded++
      read++
      const pause = yieldIfDue()
      if (pause) await pause
    }
    return state
  }

  return {
    /**
     * The read models as of a position. @param day UTC day of the requested instant, `yyyy-mm-dd`
     * @throws the signal's reason; FoldError
     */
    async at(definition: AsOfDefinition, position: Position, day: string, waiting: Interruptible): Promise<AsOfView> {
      const { models } = await foldTo(definition, position, day, waiting)
      return {
        head: async () => position,
        documentsOf: (name) => present(models.get(name)!.values()),
        // A past state is complete.
        waitForHead: async () => true,
        waitForPosition: async () => true,
        read: (projection) => {
          const found = models.get(projection.name)
          if (!found) throw new Error(`${projection.name} has no as-of definition`)
          return createAsOfReadModel(projection.indexes ?? {}, found as AsOfDocuments<DocumentOf<typeof projection>>)
        },
      }
    },
    /** Saves the snapshots that are due up to a position, the last one for the day before `day`. */
    async prepare(definition: AsOfDefinition, position: Position, day: string, signal: AbortSignal): Promise<void> {
      await foldTo(definition, position, day, { signal })
    },
    /** Drops all snapshots; as-of queries are slower for a while. */
    dropSnapshots: snapshots.drop,
  }
}

function* present(documents: Iterable<Stored<Document | null>>): Generator<Stored<Document>> {
  for (const stored of documents) if (stored.document) yield stored as Stored<Document>
}

type DocumentOf<P> = P extends Projection<infer _E, infer D> ? D : Document
