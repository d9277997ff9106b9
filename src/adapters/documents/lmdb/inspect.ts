// Reads all documents and indexes of a file to find damage.
import type { RootDatabase } from 'lmdb'
import type { Damage } from '../../../kernel/ports/eventStore.js'
import { type InspectedPage, type InspectPage, inspectPages, pageAfter } from '../../lmdb/inspectPages.js'
import { entryKey } from './key.js'
import { headerOf, isTombstone, toStored } from './record.js'
import { openTables, type Tables } from './tables.js'

const SEPARATOR = 0

/** Every document must be readable and have its entries in the indexes; every entry must be one of a document. */
export async function* inspectDocuments(
  path: string,
  signal: AbortSignal,
  pause?: () => Promise<unknown>,
): AsyncGenerator<Damage, void, void> {
  const inspectionsOf = (environment: RootDatabase): InspectPage[] => {
    const tables = openTables(environment)
    return [(after) => checkRecords(tables, after), (after) => checkEntries(tables, after)]
  }
  for await (const problem of inspectPages(path, inspectionsOf, signal, pause))
    yield { position: null, problem: `documents: ${problem}` }
}

function checkRecords({ records, entries }: Tables, after: Uint8Array | undefined): InspectedPage {
  const problems: string[] = []
  let last: Uint8Array | undefined
  for (const { key, value } of [...records.getRange(pageAfter(after))]) {
    last = key
    const collection = collectionOf(key)
    try {
      const header = headerOf(value)
      if (!isTombstone(value)) toStored(header.id, value)
      for (const [index, values] of Object.entries(header.entries)) {
        if (!entries.getBinaryFast(entryKey(collection, index, values, header.id)))
          problems.push(`a document of ${collection} is missing in the index ${index}`)
      }
    } catch (error) {
      problems.push(`${collection}: ${(error as Error).message}`)
    }
  }
  return { problems, last }
}

function checkEntries({ records, entries }: Tables, after: Uint8Array | undefined): InspectedPage {
  const problems: string[] = []
  let last: Uint8Array | undefined
  for (const { key, value } of [...entries.getRange(pageAfter(after))]) {
    last = key
    const collection = collectionOf(key)
    const index = collectionOf(key.subarray(collection.length + 1))
    const record = records.get(Buffer.concat([key.subarray(0, collection.length + 1), value]))
    if (record === undefined || !isEntryOf(key, record, collection, index))
      problems.push(`the index ${index} of ${collection} refers to a document that it does not have`)
  }
  return { problems, last }
}

function isEntryOf(key: Uint8Array, record: string, collection: string, index: string): boolean {
  try {
    const { id, entries } = headerOf(record)
    return entries[index] !== undefined && entryKey(collection, index, entries[index], id).equals(key)
  } catch {
    // Reported for the document.
    return true
  }
}

/** Names end with a zero byte. */
const collectionOf = (key: Uint8Array): string =>
  Buffer.from(key).toString('latin1', 0, Math.max(0, key.indexOf(SEPARATOR)))
