import type { Collection, Document, Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { next, type Position, START } from '../../../kernel/position.js'

/** The version of a record that is written for the first time. What is deleted goes back before it. */
export const FIRST: Position = START.replace(/0$/, '1')

/** Conflicts in a row: more than there are ever writers of one record. */
const ATTEMPTS = 50

/**
 * Changes an operational record by compare-and-set, whatever others do to it meanwhile.
 * @param change may be called again, with what somebody else wrote; undefined leaves the record as it is
 * @returns what was written
 * @throws StoreUnavailable
 */
export async function revise<D extends Document>(
  collection: Collection<D>,
  id: string,
  change: (record: D | undefined) => D | undefined,
  known?: Stored<D>,
): Promise<D | undefined> {
  let found: Stored<D | null> | undefined = known ?? (await collection.getMany([id]))[0]
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const document = change(found?.document ?? undefined)
    if (!document) return undefined
    const position = found ? next(found.position) : FIRST
    const conflicts = await collection.write([{ id, position, document, ...(found && { expected: found.position }) }])
    if (conflicts.length === 0) return document
    found = (await collection.getMany([id]))[0]
  }
  throw new StoreUnavailable(`a record cannot be written: others always came first (${id})`)
}

/** Deletes records that are as they were found, and leaves no trace of them. */
export async function remove<D extends Document>(
  collection: Collection<D>,
  records: readonly Stored<D>[],
): Promise<void> {
  await collection.write(
    records.map(({ id, position }) => ({ id, expected: position, position: START, document: null })),
  )
  await collection.sweep(FIRST)
}
