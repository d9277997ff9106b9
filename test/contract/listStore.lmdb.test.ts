import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'
import { listStoreContract } from './listStoreContract.js'

listStoreContract('LMDB', async () => {
  const { open, dispose } = lmdbDocuments()
  return { documents: open(), second: async () => open(), dispose }
})
