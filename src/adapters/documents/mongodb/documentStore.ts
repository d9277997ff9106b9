import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { callerOf } from '../../mongodb/callMongo.js'
import type { Mongo } from '../../mongodb/connect.js'
import { type Access, createCollection } from './collection.js'
import { FORM } from './form.js'
import { physicalName } from './names.js'
import { publishViews } from './views.js'

/**
 * Documents in MongoDB, each collection in a MongoDB collection. Closing the store does not close the connection. An
 * existing database must have been converted to the current form first (`convertDocuments`).
 */
export function createMongoDocumentStore({ db }: Pick<Mongo, 'db'>): DocumentStore {
  const callMongo = callerOf(db)
  let closed = false
  const access: Access = {
    collection: (name) => db.collection(physicalName(name), { ignoreUndefined: true }),
    async call(work) {
      if (closed) throw new StoreUnavailable('the store is closed')
      return callMongo(work)
    },
  }

  return {
    collection: (definition) => createCollection(definition, access),
    form: FORM,
    async publish(collections) {
      await access.call(() => publishViews(db, collections))
    },
    async ready() {
      await access.call(() => db.command({ ping: 1 }))
    },
    async close() {
      closed = true
    },
  }
}
