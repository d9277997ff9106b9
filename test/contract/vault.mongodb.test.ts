// The vault in MongoDB: the contract, and what only a database between processes brings about.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Mongo } from '../../src/adapters/mongodb/connect.js'
import { StoreUrlError } from '../../src/adapters/storeUrlError.js'
import { createMongoVault } from '../../src/adapters/vault/mongodb.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { vaultContract } from './vaultContract.js'

describeMongo('on MongoDB', (server) => {
  const { open, dispose } = testConnections(server)
  let one: Mongo
  let other: Mongo
  beforeAll(async () => {
    one = await open()
    other = await open()
  })
  afterEach(async () => {
    await one.db.dropDatabase()
  })
  afterAll(dispose)

  vaultContract('MongoDB', async () => {
    const rootKey = randomBytes(32)
    const vault = await createMongoVault({ ...one, rootKey })
    return {
      vault,
      second: () => createMongoVault({ ...other, rootKey }),
      secret: rootKey,
      manyKeys: 150,
      withSecrets: (readSecrets) => createMongoVault({ ...other, rootKey: readSecrets()[0]!, readSecrets }),
      dispose: async () => {},
    }
  })

  test('a vault can be reopened with its secret, and with no other', async () => {
    const rootKey = randomBytes(32)
    const sealed = await (await createMongoVault({ ...one, rootKey })).seal('ada', 'secret')
    await expect(createMongoVault({ ...one, rootKey: randomBytes(32) })).rejects.toThrow(StoreUrlError)
    await expect(createMongoVault({ ...one, rootKey: randomBytes(31) })).rejects.toThrow(RangeError)
    expect(await (await createMongoVault({ ...one, rootKey })).open('ada', sealed)).toBe('secret')
    const stored = await Promise.all((await one.db.collections()).map((kept) => kept.find().toArray()))
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(rootKey).toString('base64'))
  })

  test('a key that a rotation has overtaken on its way to the database needs the new secret only', async () => {
    const [before, next] = [randomBytes(32), randomBytes(32)]
    const secrets = { rootKey: next, readSecrets: () => [next, before] }
    await createMongoVault({ ...one, rootKey: before })
    const rotating = await createMongoVault({ ...other, ...secrets })
    const db = withInsert(one.db, async (insert) => {
      await rotating.rewrap(() => {})
      return insert()
    })
    const slow = await createMongoVault({ ...secrets, db })
    const sealed = await slow.seal('ada', 'secret')
    expect(await rotating.inspect()).toEqual({ current: 1, previous: 0, unreadable: 0 })
    expect(await (await createMongoVault({ ...other, rootKey: next })).open('ada', sealed)).toBe('secret')
    expect(await slow.open('ada', sealed)).toBe('secret')
  })
})

/** A database that inserts data keys in another way. */
function withInsert(db: Mongo['db'], insertOne: (insert: () => Promise<unknown>) => Promise<unknown>): Mongo['db'] {
  const collection = (name: string) => {
    const found = db.collection(name)
    if (name !== 'vault.keys') return found
    const insert = (...given: Parameters<typeof found.insertOne>) => insertOne(() => found.insertOne(...given))
    return Object.assign(Object.create(found), { insertOne: insert })
  }
  return Object.assign(Object.create(db), { collection })
}
