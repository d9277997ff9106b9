// Saved states of read models at the ends of days, from which as-of queries continue.
import { sha256 } from '../../kernel/ids.js'
import type { Change, Collection, Document, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import type { EventStore, Waiting } from '../../kernel/ports/eventStore.js'
import { next, type Position, START } from '../../kernel/position.js'
import { DAY_MS } from '../../kernel/time.js'
import { type AsOfState, emptyState, type RetainedModel, retainedDocuments } from './fold.js'
import { createAsOfSlicer } from './slicer.js'

/** Approximate size of a part in characters of JSON; a part exceeds it by at most one document. */
const PART_SIZE = 200_000
/** Greater than any position. */
const AFTER_ALL = 'g'

/** Head record of a day's snapshot. Written last, so that a snapshot whose head exists is complete. */
type Head = {
  readonly name: string
  /** Hash of the projections' versions and of the definition's version. */
  readonly versions: string
  readonly day: string
  /**
   * Positions of the last event and of the one before it, and the last event's id: proof that it belongs to this log.
   */
  readonly position: Position
  readonly before: Position
  readonly event: string
  /** Content key: parts with the same key have the same content. */
  readonly key: string
  readonly parts: number
}

type Row = readonly [id: string, position: Position, document: Document]

type Part = { readonly model: string; readonly rows: readonly Row[] }

export interface AsOfDefinition {
  /** Name that distinguishes its snapshots from others. */
  readonly name: string
  /** Increment it whenever `retainedModels` changes. */
  readonly version: number
  readonly retainedModels: readonly RetainedModel[]
  /** Only events of this account are folded; by default all. */
  readonly account?: string
  /** No snapshots are made of it. */
  readonly transient?: true
}

/** Folds can be long. */
export type Interruptible = Waiting & { readonly signal: AbortSignal }

interface SnapshotsDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: DocumentStore
}

/**
 * Snapshots of read models as of the ends of days. They are a cache that may be lost at any time; snapshots of other
 * projection versions or of another log are ignored.
 */
export function createSnapshots({ store, documents }: SnapshotsDependencies) {
  const collection = documents.collection<Head | Part>({
    name: 'snapshots',
    indexes: { byDay: ['name', 'versions', 'day', '_id'] },
  })
  /** Number of times all snapshots were dropped; folds that started before the last drop do not save. */
  let drops = 0

  return {
    of: (definition: AsOfDefinition) => createSnapshotsOf(definition, { store, collection, isCurrent }),
    /** Call it before folding, and pass the token to `save`. */
    begin: (): number => drops,
    /** Drops all snapshots, of every definition. */
    async drop(): Promise<void> {
      drops++
      await collection.drop()
    },
  }

  function isCurrent(token: number): boolean {
    return token === drops
  }
}

/** The snapshots of one definition. */
function createSnapshotsOf(
  { name, retainedModels, version }: AsOfDefinition,
  {
    store,
    collection,
    isCurrent,
  }: Pick<SnapshotsDependencies, 'store'> & {
    readonly collection: Collection<Head | Part>
    /** Whether no snapshots were dropped since the token was taken. */
    readonly isCurrent: (token: number) => boolean
  },
) {
  const versions = sha256(
    JSON.stringify([version, ...retainedModels.map(({ projection }) => [projection.name, projection.version])]),
  ).slice(0, 16)

  const partIds = (day: string, { key, parts }: Pick<Head, 'key' | 'parts'>): string[] =>
    Array.from({ length: parts }, (_, part) => partId(day, key, part))
  const partId = (day: string, key: string, part: number): string => `${name}.${day}.${key}.${part}`

  /** The latest snapshot before a day; undefined if no complete one belongs to this log. */
  async function newestBefore(day: string, waiting: Interruptible): Promise<AsOfState | undefined> {
    const query = { index: 'byDay', equals: { name, versions }, range: { to: day }, limit: 1, reverse: true }
    for (let after: string | undefined; ; ) {
      const { items, next } = await collection.find({ ...query, ...(after !== undefined && { after }) })
      const head = items[0]?.document as Head | undefined
      const state = head && (await isOfThisLog(head, waiting)) ? await load(head, waiting.signal) : undefined
      if (state || next === undefined) return state
      after = next
    }
  }

  async function isOfThisLog({ before, position, event }: Head, waiting: Waiting): Promise<boolean> {
    for await (const found of store.readAll({ after: before, limit: 1, ...waiting }))
      return found.position === position && found.id === event
    return false
  }

  async function load(head: Head, signal: AbortSignal): Promise<AsOfState | undefined> {
    const { position, before, event, day } = head
    const state: AsOfState = { ...emptyState(retainedModels), position, before, event, day }
    const yieldIfDue = createAsOfSlicer()
    for (const id of partIds(day, head)) {
      signal.throwIfAborted()
      const part = (await collection.get(id))?.document as Part | undefined
      if (!part) return undefined
      const model = state.models.get(part.model)!
      for (const [id, position, document] of part.rows) model.set(id, { id, position, document })
      await yieldIfDue()
    }
    return state
  }

  /**
   * Saves a snapshot as of the state's day, atomically: the head is written last. Concurrent saves of the same snapshot
   * write the same content.
   * @param token from `begin`
   */
  async function save(state: AsOfState, token: number): Promise<void> {
    const { day, position, before, event } = state
    const id = `${name}.${day}`
    const key = sha256(`${versions} ${position} ${event}`).slice(0, 16)
    const found = (await collection.get(id)) as Stored<Head> | undefined
    if (found?.document.key === key) return
    let parts = 0
    for await (const part of partsOf(state, retainedModels)) {
      if (!isCurrent(token)) return
      await put(partId(day, key, parts++), part)
    }
    if (!isCurrent(token)) return
    const head: Head = { name, versions, day, position, before, event, key, parts }
    const [conflict] = await collection.write([replacing(id, found, head)])
    if (conflict === undefined && found) await remove(partIds(day, found.document))
  }

  /** Writes a part; one that already exists has the same content. */
  async function put(id: string, part: Part): Promise<void> {
    const [found] = await collection.getMany([id])
    if (!found?.document) await collection.write([replacing(id, found, part)])
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const found = await collection.getMany(ids)
    await collection.write(ids.flatMap((id, at) => (found[at]?.document ? [replacing<Part>(id, found[at], null)] : [])))
    await collection.sweep(AFTER_ALL)
  }

  return { newestBefore, save }
}

/** The documents that an as-of query on the next day or later can need, in parts. */
async function* partsOf(state: AsOfState, retainedModels: readonly RetainedModel[]): AsyncGenerator<Part, void> {
  const at = new Date(Date.parse(state.day) + DAY_MS).toISOString()
  for (const each of retainedModels) {
    const model = each.projection.name
    let rows: Row[] = []
    let size = 0
    for await (const { id, position, document } of retainedDocuments(state, each, at)) {
      const row: Row = [id, position, document]
      rows.push(row)
      size += JSON.stringify(row).length
      if (size < PART_SIZE) continue
      yield { model, rows }
      rows = []
      size = 0
    }
    if (rows.length > 0) yield { model, rows }
  }
}

function replacing<D extends Document>(
  id: string,
  found: Stored<Document | null> | undefined,
  document: D | null,
): Change<D> {
  const position = next(found?.position ?? START)
  return { id, position, document, ...(found && { expected: found.position }) }
}
