import { sha256 } from '../../kernel/ids.js'
import type { Change, Document, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { next, type Position, START } from '../../kernel/position.js'
import { type AsOfState, emptyState, type RetainedModel, retainedDocuments } from './fold.js'
import { createAsOfSlicer } from './slicer.js'

/** Characters of JSON that a part has, more or less: one document more than fit. */
const PART = 200_000
const DAY_MS = 24 * 60 * 60_000
/** Greater than any position. */
const AFTER_ALL = 'g'

/** What a day left behind: written last, so that who finds it finds all of it. */
type Head = {
  readonly name: string
  /** Names the projections' versions, and what is kept of them. */
  readonly versions: string
  readonly day: string
  /** The event that it ends with, and the one before: proof that it is of this log. */
  readonly position: Position
  readonly before: Position
  readonly event: string
  /** Parts of the same key hold the same. */
  readonly key: string
  readonly parts: number
}

type Row = readonly [id: string, position: Position, document: Document]

type Part = { readonly model: string; readonly rows: readonly Row[] }

export interface AsOfDefinition {
  /** Names it among snapshots. */
  readonly name: string
  /** Raised whenever something else is kept. */
  readonly version: number
  readonly kept: readonly RetainedModel[]
}

export interface SnapshotsDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: DocumentStore
  readonly definition: AsOfDefinition
}

/**
 * Read models at the ends of days: a cache, which may be lost at any time, and of which nothing is believed that is of
 * other projections or of another log.
 */
export function createSnapshots({ store, documents, definition }: SnapshotsDependencies) {
  const { name, kept } = definition
  const versions = sha256(
    JSON.stringify([definition.version, ...kept.map(({ projection }) => [projection.name, projection.version])]),
  ).slice(0, 16)
  const collection = documents.collection<Head | Part>({
    name: 'snapshots',
    indexes: { byDay: ['name', 'versions', 'day', '_id'] },
  })
  /** How often all were forgotten: what was begun before is not kept. */
  let forgotten = 0

  const partIds = (day: string, { key, parts }: Pick<Head, 'key' | 'parts'>): string[] =>
    Array.from({ length: parts }, (_, part) => partId(day, key, part))
  const partId = (day: string, key: string, part: number): string => `${name}.${day}.${key}.${part}`

  /** The last one of a day before this one; undefined where there is none that is whole, and of this log. */
  async function newestBefore(day: string, signal: AbortSignal): Promise<AsOfState | undefined> {
    const asked = { index: 'byDay', equals: { name, versions }, range: { to: day }, limit: 1, reverse: true }
    for (let after: string | undefined; ; ) {
      const { items, next } = await collection.find({ ...asked, ...(after !== undefined && { after }) })
      const head = items[0]?.document as Head | undefined
      const state = head && (await isOfThisLog(head)) ? await load(head, signal) : undefined
      if (state || next === undefined) return state
      after = next
    }
  }

  async function isOfThisLog({ before, position, event }: Head): Promise<boolean> {
    for await (const found of store.readAll({ after: before, limit: 1 }))
      return found.position === position && found.id === event
    return false
  }

  async function load(head: Head, signal: AbortSignal): Promise<AsOfState | undefined> {
    const { position, before, event, day } = head
    const state: AsOfState = { ...emptyState(kept), position, before, event, day }
    const pace = createAsOfSlicer()
    for (const id of partIds(day, head)) {
      signal.throwIfAborted()
      const part = (await collection.get(id))?.document as Part | undefined
      if (!part) return undefined
      const model = state.models.get(part.model)!
      for (const [id, position, document] of part.rows) model.set(id, { id, position, document })
      await pace()
    }
    return state
  }

  /** Keeps what the last day of a state left behind. It is whole, or not there; whoever keeps the same keeps it too. */
  async function save(state: AsOfState, begun: number): Promise<void> {
    const { day, position, before, event } = state
    const id = `${name}.${day}`
    const key = sha256(`${versions} ${position} ${event}`).slice(0, 16)
    const found = (await collection.get(id)) as Stored<Head> | undefined
    if (found?.document.key === key) return
    let parts = 0
    for await (const part of partsOf(state)) {
      if (begun !== forgotten) return
      await put(partId(day, key, parts++), part)
    }
    if (begun !== forgotten) return
    const head: Head = { name, versions, day, position, before, event, key, parts }
    const [conflict] = await collection.write([replacing(id, found, head)])
    if (conflict === undefined && found) await remove(partIds(day, found.document))
  }

  /** What may be asked for on the day after, or later. */
  async function* partsOf(state: AsOfState): AsyncGenerator<Part, void> {
    const at = new Date(Date.parse(state.day) + DAY_MS).toISOString()
    for (const each of kept) {
      const model = each.projection.name
      let rows: Row[] = []
      let size = 0
      for await (const { id, position, document } of retainedDocuments(state, each, at)) {
        const row: Row = [id, position, document]
        rows.push(row)
        size += JSON.stringify(row).length
        if (size < PART) continue
        yield { model, rows }
        rows = []
        size = 0
      }
      if (rows.length > 0) yield { model, rows }
    }
  }

  /** A part that is there already says the same. */
  async function put(id: string, part: Part): Promise<void> {
    const [found] = await collection.getMany([id])
    if (!found?.document) await collection.write([replacing(id, found, part)])
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const found = await collection.getMany(ids)
    await collection.write(ids.flatMap((id, at) => (found[at]?.document ? [replacing<Part>(id, found[at], null)] : [])))
    await collection.sweep(AFTER_ALL)
  }

  return {
    newestBefore,
    save,
    /** To be said to `save` by whoever began to fold by then. */
    begin: (): number => forgotten,
    /** Forgets all there are, of every name. */
    async drop(): Promise<void> {
      forgotten++
      await collection.drop()
    },
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
