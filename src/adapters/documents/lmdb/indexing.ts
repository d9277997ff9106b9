// Keeps the index entries of documents in LMDB, and the definitions of each collection's indexes.
import { DamagedDocument } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { type Entries, entriesOf } from '../definition.js'
import { idBytes } from '../values.js'
import { afterAll, collectionPrefix, entryKey } from './key.js'
import { headerOf, toRecord, toStored } from './record.js'
import type { Tables } from './tables.js'

/** Replaces the index entries of a document, inside the caller's transaction; unchanged entries are kept. */
export function createEntryMover({ entries }: Pick<Tables, 'entries'>) {
  return function moveEntries(collection: string, id: string, key: Buffer, before: Entries, after: Entries): void {
    for (const [index, values] of Object.entries(before)) {
      if (!isSame(values, after[index])) entries.removeSync(entryKey(collection, index, values, id))
    }
    for (const [index, values] of Object.entries(after)) {
      if (!isSame(before[index], values)) entries.putSync(entryKey(collection, index, values, id), key)
    }
  }
}

/** The indexes of each collection. Writes inside the caller's transaction. */
export function createIndexDefinitions({ records, entries, definitions }: Tables) {
  const moveEntries = createEntryMover({ entries })

  /** The indexes that a collection has so far. */
  function indexesOf(collection: string): Indexes | undefined {
    const known = definitions.get(collectionPrefix(collection))
    return known === undefined ? undefined : parseDefinition(collection, known)
  }

  const missing = (known: Indexes, wanted: Indexes) =>
    Object.keys(wanted).some((index) => JSON.stringify(known[index]) !== JSON.stringify(wanted[index]))

  function isDefined(collection: string, indexes: Indexes): boolean {
    const known = indexesOf(collection)
    return known !== undefined && !missing(known, indexes)
  }

  /** Adds missing indexes to a collection and fills them. @returns all its indexes */
  function define(collection: string, indexes: Indexes): Indexes {
    const known = indexesOf(collection)
    if (known && !missing(known, indexes)) return known
    const all = { ...known, ...indexes }
    definitions.putSync(collectionPrefix(collection), JSON.stringify(all))
    reindex(collection, all)
    return all
  }

  function reindex(collection: string, indexes: Indexes): void {
    const prefix = collectionPrefix(collection)
    for (const fullKey of [...records.getKeys({ start: prefix, end: afterAll(prefix) })]) {
      const record = records.get(fullKey)!
      const { id, position, entries: before } = headerOf(record)
      const { document } = toStored(id, record)
      const after = entriesOf(indexes, document)
      moveEntries(collection, id, idBytes(id), before, after)
      records.putSync(fullKey, toRecord({ position, id, entries: after }, JSON.stringify(document)))
    }
  }

  return { isDefined, define }
}

function parseDefinition(collection: string, text: string): Indexes {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DamagedDocument(`the indexes of ${collection} are damaged: restore documents.mdb, or delete it`, {
      cause: error,
    })
  }
}

const isSame = (before: Entries[string] | undefined, after: Entries[string] | undefined): boolean =>
  before?.length === after?.length && (before ?? []).every((value, index) => Object.is(value, after?.[index]))
