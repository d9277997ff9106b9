import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileGuard } from '../../src/adapters/dataDirectory/guardFile.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { createDocumentGuard } from '../../src/adapters/guard/documents.js'
import { connectMongo } from '../../src/adapters/mongodb/connect.js'
import { silentLog } from '../../src/kernel/log.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'
import { guardContract } from './guardContract.js'

guardContract('format.json', async () => {
  const { path, remove } = tempDirectory()
  const file = join(path, 'format.json')
  writeFileSync(file, '{"format":1}\n')
  return { guard: createFileGuard(file), second: () => createFileGuard(file), dispose: async () => remove() }
})

guardContract('documents', async () => {
  const { path, remove } = tempDirectory()
  const documents = createLmdbDocumentStore({ path: join(path, 'documents.mdb') })
  const open = () => createDocumentGuard(documents, 'here')
  return { guard: open(), second: open, dispose: () => documents.close().then(remove) }
})

describeMongo('MongoDB', (url) => {
  guardContract('documents in MongoDB', async () => {
    const database = testDatabase(url)
    const mongo = await connectMongo({ url: database.url, log: silentLog })
    const documents = createMongoDocumentStore({ db: mongo.db })
    const open = () => createDocumentGuard(documents, 'there')
    return {
      guard: open(),
      second: open,
      async dispose() {
        await documents.close()
        await mongo.close()
        await database.drop()
      },
    }
  })
})
