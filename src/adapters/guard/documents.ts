// The guard record of deployments with MongoDB.
import type { Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Guard, GuardRecord } from '../../kernel/ports/guard.js'
import { next, START } from '../../kernel/position.js'

/** The collection that also names the installation's log in KurrentDB. */
const COLLECTION = 'installation'
const ID = 'guard'

/** Keeps the guard record in a document, which processes replace by compare-and-set. @param place in words */
export function createDocumentGuard(documents: DocumentStore, place: string): Guard {
  const collection = documents.collection<GuardRecord & Document>({ name: COLLECTION })
  return {
    place,
    read: async () => (await collection.get(ID))?.document,
    async update(change) {
      for (;;) {
        const found = await collection.get(ID)
        const document = change(found?.document)
        if (!document) return
        const expected = found && { expected: found.position }
        const position = next(found?.position ?? START)
        const conflicts = await collection.write([{ id: ID, ...expected, position, document: { ...document } }])
        if (conflicts.length === 0) return
      }
    },
  }
}
