import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { tempDirectory } from '../tempDirectory.js'

/** Documents in a new directory, which any number of handles can open. */
export function lmdbDocuments() {
  const directory = tempDirectory()
  const handles: DocumentStore[] = []
  return {
    open(): DocumentStore {
      const store = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
      handles.push(store)
      return store
    },
    /** Closes all handles, and deletes the directory. */
    async dispose(): Promise<void> {
      await Promise.all(handles.map((handle) => handle.close()))
      directory.remove()
    },
  }
}
