// How far each reactor has got in the log.
import type { Log } from '../../kernel/log.js'
import type { Change, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'
import { type CheckpointDocument, checkpointOf, documentOf } from '../generations/checkpoints.js'
import type { Checkpoint } from '../generations/generation.js'
import { isInLog } from '../logIdentity.js'
import type { Reactor } from '../reactor.js'
import { readableEventAt } from '../readableEventAt.js'

/** The collection of the reactors' checkpoints. They are records: no log tells how far a reactor has got. */
export const REACTOR_CHECKPOINTS = 'reactor_checkpoints'

const BEGINNING: Checkpoint = { position: START }

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
  /** In milliseconds of a monotonic clock. */
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
  storedAt: -Infinity,
  running: false,
})

interface ReactorCheckpointsDependencies {
  readonly store: EventStore
  /** The store of the checkpoints. */
  readonly documents: DocumentStore
  /** Monotonic clock in milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
}

/** Loads and saves how far reactors have come. */
export function createReactorCheckpoints({ store, documents, elapsed, log }: ReactorCheckpointsDependencies) {
  const checkpoints = collectionIn(documents)

  async function load(entry: ReactorState): Promise<void> {
    const found = await checkpoints.get(entry.reactor.name)
    if (!found) return begin(entry)
    entry.stored = found.position
    entry.known = checkpointOf(found)
    entry.position = entry.known.position
  }

  /** Records where a reactor without a checkpoint starts, before anything else is appended that it has to process. */
  async function begin(entry: ReactorState): Promise<void> {
    const { name, startsAt } = entry.reactor
    const { position, id } = await startOf(entry.reactor)
    if (position !== START) log.warn({ reactor: name, position, startsAt }, 'a reactor has no checkpoint')
    // Another process may have recorded it first.
    await checkpoints.write([{ id: name, position, document: documentOf({ position, id }) }])
    await load(entry)
  }

  async function startOf({ startsAt }: Reactor): Promise<Checkpoint> {
    if (startsAt === 'beginning') return BEGINNING
    const position = await store.head()
    return { position, id: position === START ? undefined : (await readableEventAt(store, position))?.id }
  }

  /** If the log was restored from an older copy, the reactor starts as one without a checkpoint. */
  async function loadFor(entry: ReactorState): Promise<void> {
    await load(entry)
    if (await isInLog(store, entry.known)) return
    const { name, startsAt } = entry.reactor
    log.warn({ reactor: name, position: entry.position, startsAt }, 'the log does not have the event of a checkpoint')
    entry.known = await startOf(entry.reactor)
    entry.position = entry.known.position
  }

  /** Events of other types have been passed: takes the newest event in the log for the next checkpoint. */
  async function passOthers(entry: ReactorState): Promise<void> {
    const isPassed = () => entry.next && entry.next.position <= entry.position
    if (isPassed() && entry.next!.position > entry.known.position) entry.known = entry.next!
    const position = await store.head()
    // One that cannot be read names no checkpoint.
    const newest = await readableEventAt(store, position)
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
    entry.storedAt = elapsed()
    const conflicts = await checkpoints.write([
      { id: reactor.name, position, document: documentOf(known), ...expected },
    ])
    if (conflicts.length === 0) entry.stored = position
    else await loadFor(entry)
    return conflicts.length === 0
  }

  return { load, loadFor, passOthers, save }
}

const collectionIn = (documents: DocumentStore) =>
  documents.collection<CheckpointDocument>({ name: REACTOR_CHECKPOINTS })

/** Makes every reactor start from the beginning of the log. What it did before it finds in the stores. */
export async function resetReactors(documents: DocumentStore): Promise<void> {
  const checkpoints = collectionIn(documents)
  for await (const { id, position: expected } of checkpoints.all())
    await checkpoints.write([{ id, expected, position: START, document: {} }])
}

/** Copies the checkpoints that are missing in the second store: releases up to 1.0.0 had them among the documents. */
export async function adoptReactorCheckpoints(from: DocumentStore, to: DocumentStore): Promise<void> {
  const missing: Change<CheckpointDocument>[] = []
  for await (const { id, position, document } of collectionIn(from).all())
    if (!(await collectionIn(to).get(id))) missing.push({ id, position, document })
  if (missing.length > 0) await collectionIn(to).write(missing)
}
