import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { reading } from '../../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { createGroupCommit } from '../../lmdb/groupCommit.js'
import { type Access, createCollection } from './collection.js'
import { openTables } from './tables.js'
import { createWriter } from './writer.js'

/** A transaction runs on the event loop; this many changes take a few milliseconds. */
const CHANGES_PER_TRANSACTION = 250

interface Write {
  readonly changes: number
  readonly run: () => unknown
}

/**
 * Documents in an LMDB file, which processes on one machine may share. Index entries change in the same transaction as
 * their documents; concurrent writes share one transaction and one flush to disk.
 * @throws DataDirectoryError when the file is damaged
 */
export function createLmdbDocumentStore({ path }: { readonly path: string }): DocumentStore {
  const environment = openEnvironment(path)
  const tables = openTables(environment)
  let closed = false
  const commits = createGroupCommit<Write, unknown>({
    environment,
    write: (writes) => writes.map(({ run }) => run()),
    sizeOf: ({ changes }) => changes,
    maxSize: CHANGES_PER_TRANSACTION,
  })

  const access: Access = {
    tables,
    writer: createWriter(tables),
    reading: (read, fresh = true) => {
      if (closed) throw new StoreUnavailable('the store is closed')
      return reading(() => {
        if (fresh) environment.resetReadTxn()
        return read()
      })
    },
    writing: <T>(changes: number, run: () => T) => commits.submit({ changes, run }) as Promise<T>,
  }

  return {
    collection: (definition) => createCollection(definition, access),
    async ready() {
      access.reading(() => tables.definitions.get(Buffer.of(0)))
      await commits.probe()
    },
    async close() {
      if (closed) return
      await commits.end()
      closed = true
      await closeEnvironment(environment)
    },
  }
}
