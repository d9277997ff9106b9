import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { listStoreContract } from './listStoreContract.js'

describeMongo('on MongoDB', (server) => {
  listStoreContract('MongoDB', async () => {
    const { open, dispose } = testConnections(server)
    return {
      documents: createMongoDocumentStore(await open()),
      second: async () => createMongoDocumentStore(await open()),
      dispose,
    }
  })
})
