import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'
import { documentStoreContract } from './documentStoreContract.js'

documentStoreContract('LMDB', async () => {
  const { open, dispose } = lmdbDocuments()
  return { store: open(), second: async () => open(), dispose }
})
