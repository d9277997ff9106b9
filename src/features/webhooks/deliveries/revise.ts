import type { Collection, Document, Find, Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { next, type Position, START } from '../../../kernel/position.js'

/** The version of a newly written record. Deleted records get a lower one. */
export const INITIAL_POSITION: Position = START.replace(/0$/, '1')

/** Attempts at compare-and-set; more than one record ever has concurrent writers. */
const ATTEMPTS = 50

/**
 * Changes an operational record by compare-and-set, and retries after conflicts with concurrent writers.
 * @param change called again with the current record after a conflict; undefined leaves the record unchanged
 * @returns the record written; undefined if it was left unchanged
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
    const position = found ? next(found.position) : INITIAL_POSITION
    const conflicts = await collection.write([{ id, position, document, ...(found && { expected: found.position }) }])
    if (conflicts.length === 0) return document
    found = (await collection.getMany([id]))[0]
  }
  throw new StoreUnavailable(`record ${id} cannot be written: too many concurrent changes`)
}

/** Deletes records, unless they have changed since they were read, without leaving tombstones. */
export async function remove<D extends Document>(
  collection: Collection<D>,
  records: readonly Stored<D>[],
): Promise<void> {
  await collection.write(
    records.map(({ id, position }) => ({ id, expected: position, position: START, document: null })),
  )
  await collection.sweep(INITIAL_POSITION)
}

/** Deletes all records that a query finds, page by page. @param onDelete called with each */
export async function removeAll<D extends Document>(
  collection: Collection<D>,
  query: Find,
  onDelete: (record: D) => unknown = () => {},
): Promise<void> {
  for (;;) {
    const { items } = await collection.find(query)
    if (items.length === 0) return
    for (const { document } of items) onDelete(document)
    await remove(collection, items)
  }
}
