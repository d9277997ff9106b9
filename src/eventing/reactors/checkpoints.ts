// How far each reactor has got in the log.
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { type EventStore, UnreadableEvent } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'
import { type CheckpointDocument, checkpointOf, documentOf } from '../generations/checkpoints.js'
import type { Checkpoint } from '../generations/generation.js'
import { isInLog } from '../logIdentity.js'
import type { Reactor } from '../reactor.js'

/** The collection of the reactors' checkpoints. */
export const REACTOR_CHECKPOINTS = 'reactor_checkpoints'

const BEGINNING: Checkpoint = { position: START }
const RESTARTS =
  'a reactor starts from the beginning of the log, because the log does not have the event at its checkpoint'

/** State of a reactor in this process. */
export interface ReactorState {
  readonly reactor: Reactor
  position: Position
  /** The newest event that is known to be at or before the position: the checkpoint to store. */
  known: Checkpoint
  /** Event that was the newest in the log: the checkpoint, once the position has passed it. */
  next?: Checkpoint | undefined
  /** Checkpoint in the document store. */
  stored: Position | undefined
  storedAt: number
  /** Whether this process runs it. */
  running: boolean
  error?: Error
}

export const initialState = (reactor: Reactor): ReactorState => ({
  reactor,
  position: START,
  known: BEGINNING,
  stored: undefined,
  storedAt: 0,
  running: false,
})

interface ReactorCheckpointsDependencies {
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly clock: Clock
  readonly log: Log
}

/** Loads and saves how far reactors have come. */
export function createReactorCheckpoints({ store, documents, clock, log }: ReactorCheckpointsDependencies) {
  const checkpoints = documents.collection<CheckpointDocument>({ name: REACTOR_CHECKPOINTS })

  async function load(entry: ReactorState): Promise<void> {
    const found = await checkpoints.get(entry.reactor.name)
    entry.stored = found?.position
    entry.known = checkpointOf(found)
    entry.position = entry.known.position
  }

  /** If the log was restored from an older copy, the reactor starts from the beginning, like a read model. */
  async function loadFor(entry: ReactorState): Promise<void> {
    await load(entry)
    if (await isInLog(store, entry.known)) return
    log.warn({ reactor: entry.reactor.name, position: entry.position }, RESTARTS)
    entry.known = BEGINNING
    entry.position = START
  }

  /** Events of other types have been passed: takes the newest event in the log for the next checkpoint. */
  async function passOthers(entry: ReactorState): Promise<void> {
    const isPassed = () => entry.next && entry.next.position <= entry.position
    if (isPassed() && entry.next!.position > entry.known.position) entry.known = entry.next!
    const position = await store.head()
    const newest = await store.eventAt(position).catch((error: unknown) => {
      // It names no checkpoint, and does not concern the events that were processed.
      if (error instanceof UnreadableEvent) return undefined
      throw error
    })
    if (!newest) return
    entry.next = { position, id: newest.id }
    if (isPassed() && position > entry.known.position) entry.known = entry.next
  }

  /** Saves the checkpoint. @returns false if another process had moved it; the reactor then continues from there */
  async function save(entry: ReactorState): Promise<boolean> {
    const { reactor, known, stored } = entry
    const { position } = known
    if (position === (stored ?? START)) return true
    const expected = stored === undefined ? {} : { expected: stored }
    const conflicts = await checkpoints.write([
      { id: reactor.name, position, document: documentOf(known), ...expected },
    ])
    entry.storedAt = clock.now()
    if (conflicts.length === 0) entry.stored = position
    else await loadFor(entry)
    return conflicts.length === 0
  }

  return { load, loadFor, passOthers, save }
}
