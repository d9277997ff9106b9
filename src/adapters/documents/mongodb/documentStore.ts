import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { callerOf } from '../../mongodb/callMongo.js'
import type { Mongo } from '../../mongodb/connect.js'
import { type Access, createCollection } from './collection.js'

/** Documents in MongoDB, each collection in a MongoDB collection. Closing the store does not close the connection. */
export function createMongoDocumentStore({ db }: Pick<Mongo, 'db'>): DocumentStore {
  const callMongo = callerOf(db)
  let closed = false
  const access: Access = {
    // Our names contain no hyphen; MongoDB rejects names that end in a dot.
    collection: (name) => db.collection(`documents.${name.replaceAll('.', '-')}`),
    async call(work) {
      if (closed) throw new StoreUnavailable('the store is closed')
      return callMongo(work)
    },
  }

  return {
    collection: (definition) => createCollection(definition, access),
    async ready() {
      await access.call(() => db.command({ ping: 1 }))
    },
    async close() {
      closed = true
    },
  }
}
