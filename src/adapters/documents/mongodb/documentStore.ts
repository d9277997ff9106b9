import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { callMongo } from '../../mongodb/callMongo.js'
import type { Mongo } from '../../mongodb/connect.js'
import { type Access, createCollection } from './collection.js'

/** Documents in MongoDB, each collection in one of its own. Closing the store leaves the connection to its owner. */
export function createMongoDocumentStore({ db }: Pick<Mongo, 'db'>): DocumentStore {
  let closed = false
  const access: Access = {
    // No name of ours holds a hyphen; names that end in a dot are refused by MongoDB.
    collection: (name) => db.collection(`documents.${name.replaceAll('.', '-')}`),
    async asking(ask) {
      if (closed) throw new StoreUnavailable('the store is closed')
      return callMongo(ask)
    },
  }

  return {
    collection: (definition) => createCollection(definition, access),
    async ready() {
      await access.asking(() => db.command({ ping: 1 }))
    },
    async close() {
      closed = true
    },
  }
}
