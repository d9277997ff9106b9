import { randomBytes } from 'node:crypto'
import { type Collection, MongoBulkWriteError } from 'mongodb'
import type { Change, Document } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { isDuplicateKey } from '../../mongodb/callMongo.js'
import { type Kept, toKept } from './record.js'

interface Replacement {
  readonly expected: Position
  readonly kept: Kept
}

const PROCESS = randomBytes(9).toString('base64url')
let calls = 0

/**
 * Makes changes to different documents, each on its own condition and without a transaction.
 * @returns the `_id`s of those that were not as expected
 * @throws StoreUnavailable when that cannot be told, because others wrote over some of them at that moment
 */
export async function writeAll(
  collection: Collection<Kept>,
  changes: readonly Change<Document>[],
): Promise<ReadonlySet<string>> {
  const write = `${PROCESS}${(calls++).toString(36)}`
  const inserts: Kept[] = []
  const replacements: Replacement[] = []
  for (const change of changes) {
    const kept = toKept(change, write)
    if (change.expected === undefined) inserts.push(kept)
    else replacements.push({ expected: change.expected, kept })
  }
  const conflicts = await Promise.all([insertAll(collection, inserts), replaceAll(collection, replacements, write)])
  return new Set(conflicts.flat())
}

async function insertAll(collection: Collection<Kept>, inserts: readonly Kept[]): Promise<string[]> {
  if (inserts.length === 0) return []
  try {
    await collection.insertMany(inserts, { ordered: false })
    return []
  } catch (error) {
    return duplicatesOf(error).map((index) => inserts[index]!._id)
  }
}

/** Which inserts met a document that was there. @throws the error itself when anything else went wrong */
function duplicatesOf(error: unknown): number[] {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
  const failures = [error.writeErrors].flat()
  if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error
  return failures.map(({ index }) => index)
}

async function replaceAll(
  collection: Collection<Kept>,
  replacements: readonly Replacement[],
  write: string,
): Promise<string[]> {
  if (replacements.length === 0) return []
  const ids = replacements.map(({ kept }) => kept._id)
  const operations = replacements.map(({ expected, kept }) => ({
    replaceOne: { filter: { _id: kept._id, position: expected }, replacement: kept },
  }))
  const { matchedCount } = await collection.bulkWrite(operations, { ordered: false })
  if (matchedCount === ids.length) return []
  if (matchedCount === 0) return ids
  // MongoDB tells how many it replaced, not which: those that carry this call's name.
  const made = await collection.find({ _id: { $in: ids }, write }, { projection: { _id: 1 } }).toArray()
  if (made.length !== matchedCount) throw new StoreUnavailable('others wrote over what was being written')
  const known = new Set(made.map(({ _id }) => _id))
  return ids.filter((id) => !known.has(id))
}
