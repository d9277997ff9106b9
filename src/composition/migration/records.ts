// Copies the records that are not in the log from one document store to another.
import { REACTOR_CHECKPOINTS } from '../../eventing/reactors/checkpoints.js'
import type {
  Change,
  Collection,
  CollectionDefinition,
  Document,
  DocumentStore,
} from '../../kernel/ports/documentStore.js'
import { recordCollections } from '../recordCollections.js'

/** Collections that are rebuilt from the log, or of no use to other processes. */
const DERIVED: ReadonlySet<string> = new Set(['read_models', 'checkpoints', 'snapshots', 'leases', 'migrations'])
const GENERATION = /\.v\d+$/
const BATCH_SIZE = 500

/** Whether a collection holds data that is in no event: deliveries, idempotency records, last uses of keys. Unknown ones count. */
export const isRecord = ({ name }: CollectionDefinition): boolean => !DERIVED.has(name) && !GENERATION.test(name)

/**
 * Copies every document that cannot be rebuilt from the log. Replaces what an earlier attempt copied, because the old
 * service may have run in the meantime.
 * @returns the number of documents
 */
export async function moveRecords(
  from: DocumentStore,
  to: DocumentStore,
  definitions: readonly CollectionDefinition[],
  onProgress: (records: number) => void,
): Promise<number> {
  let moved = 0
  for (const definition of definitions.filter((each) => isRecord(each) && each.name !== REACTOR_CHECKPOINTS)) {
    // The definitions found in LMDB do not say which members are times.
    const target = to.collection<Document>(recordCollections.find(({ name }) => name === definition.name) ?? definition)
    await target.drop()
    moved += await writeRecords(target, from.collection<Document>(definition).all(), (more) => onProgress(moved + more))
  }
  return moved
}

/**
 * Writes records to a collection that has no other writer.
 * @param onProgress called with the number of records written so far
 * @returns their number
 */
export async function writeRecords(
  target: Collection,
  records: AsyncIterable<Change<Document>> | Iterable<Change<Document>>,
  onProgress: (records: number) => void = () => {},
): Promise<number> {
  let written = 0
  const write = async (changes: readonly Change<Document>[]) => {
    const conflicts = await target.write(changes)
    if (conflicts.length > 0)
      throw new Error(`another process writes record ${conflicts[0]}; stop every mailproof that uses these stores`)
    written += changes.length
    onProgress(written)
  }
  let page: Change<Document>[] = []
  for await (const { id, position, document } of records) {
    if (page.push({ id, position, document }) < BATCH_SIZE) continue
    await write(page)
    page = []
  }
  if (page.length > 0) await write(page)
  return written
}
