import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { listStoreContract } from './listStoreContract.js'

listStoreContract('LMDB', async () => {
  const directory = tempDirectory()
  const handles: DocumentStore[] = []
  const open = () => {
    const store = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
    handles.push(store)
    return store
  }
  return {
    documents: open(),
    second: async () => open(),
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
      directory.remove()
    },
  }
})
