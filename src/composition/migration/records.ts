import type { Change, CollectionDefinition, Document, DocumentStore } from '../../kernel/ports/documentStore.js'

/** Made again from the log, or of no use to other processes. */
const MADE_AGAIN: ReadonlySet<string> = new Set(['read_models', 'checkpoints', 'snapshots', 'leases', 'migrations'])
/** These say how far in the old log a reactor is. */
export const REACTOR_CHECKPOINTS = 'reactor_checkpoints'
const GENERATION = /\.v\d+$/
const PAGE = 500

/** Collections of what is in no event: deliveries and their contents, kept answers, last uses. Unknown ones count. */
const isMoved = ({ name }: CollectionDefinition): boolean =>
  !MADE_AGAIN.has(name) && name !== REACTOR_CHECKPOINTS && !GENERATION.test(name)

/**
 * Copies every document that cannot be made again from the log. What an attempt before has copied is replaced: meanwhile
 * the old service may have run.
 * @returns how many there are
 */
export async function moveRecords(
  from: DocumentStore,
  to: DocumentStore,
  definitions: readonly CollectionDefinition[],
  onProgress: (records: number) => void,
): Promise<number> {
  let moved = 0
  for (const definition of definitions.filter(isMoved)) {
    const target = to.collection<Document>(definition)
    await target.drop()
    const write = async (changes: readonly Change<Document>[]) => {
      const conflicts = await target.write(changes)
      if (conflicts.length > 0) throw new Error(`somebody else writes ${definition.name}: stop every mailproof there`)
      moved += changes.length
      onProgress(moved)
    }
    let page: Change<Document>[] = []
    for await (const stored of from.collection<Document>(definition).all()) {
      if (page.push(stored) < PAGE) continue
      await write(page)
      page = []
    }
    if (page.length > 0) await write(page)
  }
  return moved
}
