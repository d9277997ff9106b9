// A MongoDB that freezes, or loses its connections, under load.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { connectMongo, type Mongo } from '../../src/adapters/mongodb/connect.js'
import { createMongoVault } from '../../src/adapters/vault/mongodb.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Collection } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { eventually } from '../../testbed/eventually.js'
import { at } from '../../testbed/stores/documents.js'
import { type TestDatabase, testDatabase } from '../../testbed/stores/mongo/database.js'
import { startMongoProxy } from '../../testbed/stores/mongo/proxy.js'
import { describeMongo } from '../support/describeMongo.js'

/** Five seconds, and a margin for a slow machine. */
const PROMISED_MS = 10_000
/** Ten seconds, and a margin. */
const RECOVERS_MS = 15_000

describeMongo('a MongoDB whose network fails', (server) => {
  let database: TestDatabase
  let proxy: Awaited<ReturnType<typeof startMongoProxy>>
  let mongo: Mongo
  let things: Collection
  let vault: Vault
  beforeEach(async () => {
    database = testDatabase(server)
    proxy = await startMongoProxy(database.url)
    mongo = await connectMongo({ url: proxy.url, log: silentLog })
    things = createMongoDocumentStore(mongo).collection({ name: 'things', indexes: { byAge: ['age', '_id'] } })
    vault = await createMongoVault({ ...mongo, rootKey: randomBytes(32) })
    await things.write([{ id: 'a', position: at(1), document: { age: 1 } }])
  })
  afterEach(async () => {
    await mongo.close()
    await proxy.close()
    await database.drop()
  })

  test('is StoreUnavailable within 5 s when frozen, and works again within 10 s', async () => {
    const sealed = await vault.seal('ada', 'secret')
    proxy.freeze()
    const startedAt = Date.now()
    const attempts = [
      things.get('a'),
      things.getMany(['a', 'b']),
      things.find({ index: 'byAge', limit: 1 }),
      things.count({ index: 'byAge' }),
      things.write([{ id: 'b', position: at(1), document: {} }]),
      things.all()[Symbol.asyncIterator]().next(),
      things.sweep(at(9)),
      vault.open('ada', sealed),
      vault.seal('bob', 'secret'),
      vault.ready(),
    ]
    const errors = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)))
    expect(errors.filter((error) => !(error instanceof StoreUnavailable))).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(PROMISED_MS)

    proxy.thaw()
    const ask = () => Promise.all([things.get('a'), vault.open('ada', sealed)]).catch(() => undefined)
    const answer = await eventually(ask, (found) => found !== undefined, RECOVERS_MS)
    expect(answer).toEqual([{ id: 'a', position: at(1), document: { age: 1 } }, 'secret'])
  })

  test.each([
    ['break (reset)', 'reset'],
    ['are closed with FIN (finish)', 'finish'],
    ['are closed with FIN by the server alone (halfClose)', 'halfClose'],
  ] as const)('loses nothing acknowledged when its connections %s repeatedly under a busy process', async (_, cut) => {
    const acknowledged: string[] = []
    for (let index = 0; index < 100; index++) {
      if (index % 20 === 10) setImmediate(() => proxy[cut]())
      // Keeps the process busy, so that the end of a connection is noticed late.
      for (const until = performance.now() + 5; performance.now() < until; );
      const id = `id${index}`
      try {
        if ((await things.write([{ id, position: at(1), document: {} }])).length === 0) acknowledged.push(id)
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable)
      }
    }
    expect(acknowledged.length).toBeGreaterThan(50)
    const found = await eventually(
      () => things.getMany(acknowledged).catch(() => undefined),
      (answer) => answer !== undefined,
    )
    expect(found?.map((stored) => stored?.id)).toEqual(acknowledged)
  })
})
