// Conditional writes of documents to MongoDB.
import { randomBytes } from 'node:crypto'
import type { Collection } from 'mongodb'
import type { Change, Document } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { duplicatesIn } from '../../mongodb/callMongo.js'
import { type DocumentRecord, INTERNAL, toRecord } from './record.js'
import type { TimeConversion } from './times.js'

interface Replacement {
  readonly expected: Position
  readonly record: DocumentRecord
}

const POSITION = `${INTERNAL}.position`
const WRITE = `${INTERNAL}.write`

const PROCESS = randomBytes(9).toString('base64url')
let calls = 0

/**
 * Applies changes to different documents, each conditionally, without a transaction.
 * @returns the ids of the documents that were not at the expected position
 * @throws StoreUnavailable when the conflicts cannot be determined, because of concurrent writes
 */
export async function writeAll(
  collection: Collection<DocumentRecord>,
  changes: readonly Change<Document>[],
  times: TimeConversion,
): Promise<ReadonlySet<string>> {
  const write = `${PROCESS}${(calls++).toString(36)}`
  const inserts: DocumentRecord[] = []
  const replacements: Replacement[] = []
  for (const change of changes) {
    const record = toRecord(change, write, times)
    if (change.expected === undefined) inserts.push(record)
    else replacements.push({ expected: change.expected, record })
  }
  const conflicts = await Promise.all([insertAll(collection, inserts), replaceAll(collection, replacements, write)])
  return new Set(conflicts.flat())
}

async function insertAll(
  collection: Collection<DocumentRecord>,
  inserts: readonly DocumentRecord[],
): Promise<string[]> {
  if (inserts.length === 0) return []
  try {
    await collection.insertMany(inserts, { ordered: false })
    return []
  } catch (error) {
    return duplicatesIn(error).map((index) => inserts[index]!._id)
  }
}

async function replaceAll(
  collection: Collection<DocumentRecord>,
  replacements: readonly Replacement[],
  write: string,
): Promise<string[]> {
  if (replacements.length === 0) return []
  const ids = replacements.map(({ record }) => record._id)
  const operations = replacements.map(({ expected, record }) => ({
    replaceOne: { filter: { _id: record._id, [POSITION]: expected }, replacement: record },
  }))
  const { matchedCount } = await collection.bulkWrite(operations, { ordered: false })
  if (matchedCount === ids.length) return []
  if (matchedCount === 0) return ids
  // MongoDB reports how many it replaced, not which ones: those that have this call's id.
  const written = await collection.find({ _id: { $in: ids }, [WRITE]: write }, { projection: { _id: 1 } }).toArray()
  if (written.length !== matchedCount) throw new StoreUnavailable('concurrent writes to the same documents')
  const known = new Set(written.map(({ _id }) => _id))
  return ids.filter((id) => !known.has(id))
}
