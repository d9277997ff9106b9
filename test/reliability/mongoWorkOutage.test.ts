// Jobs while their MongoDB is frozen.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMongoAgendaBackend } from '../../src/adapters/agenda/mongodb/backend.js'
import { createGridFsBlobStore } from '../../src/adapters/blobs/gridfs.js'
import { createMongoLedger } from '../../src/adapters/ledger/mongodb.js'
import { createMongoLimiter } from '../../src/adapters/limiter/mongodb.js'
import { connectMongo, type Mongo } from '../../src/adapters/mongodb/connect.js'
import { createServerClock } from '../../src/adapters/mongodb/serverClock.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { bytes, inPieces, wholeOf } from '../../testbed/stores/content.js'
import { type TestDatabase, testDatabase } from '../../testbed/stores/mongo/database.js'
import { startMongoProxy } from '../../testbed/stores/mongo/proxy.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { ask, claim, end, keyOf } from '../contract/agendaBackend/worker.js'
import { describeMongo } from '../support/describeMongo.js'

/** Five seconds, and a margin for a slow machine. */
const PROMISED_MS = 10_000
const MINUTE_MS = 60_000

describeMongo('jobs on a MongoDB whose network fails', (server) => {
  const directory = tempDirectory()
  let database: TestDatabase
  let proxy: Awaited<ReturnType<typeof startMongoProxy>>
  let mongo: Mongo
  let vault: ReturnType<typeof createLmdbVault>
  beforeEach(async () => {
    database = testDatabase(server)
    proxy = await startMongoProxy(database.url)
    mongo = await connectMongo({ url: proxy.url, log: silentLog })
    vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: randomBytes(32) })
  })
  afterEach(async () => {
    await vault.close()
    await mongo.close()
    await proxy.close()
    await database.drop()
    directory.remove()
  })

  test('report it within 5 s when it is frozen, and continue afterwards', async () => {
    const { db } = mongo
    const ledger = await createMongoLedger({ db, collection: 'quota' })
    const limiter = await createMongoLimiter({ db, clock: await createServerClock(db) })
    const blobs = await createGridFsBlobStore({ db, vault, clock: systemClock })
    const backend = createMongoAgendaBackend({ db, clock: systemClock })
    await backend.connect()
    const jobs = backend.repository
    const take = () => ledger.take('ada', '2026-11', 1, 100, async () => 0)
    const hit = async () => limiter.hit('ada', 100, MINUTE_MS)
    const write = (name: string) => blobs.write(name, 'ada', inPieces(bytes(600_000), 60_000))
    await Promise.all([take(), hit(), write('blob'), ask(jobs, 'a')])
    const run = (await claim(jobs))!

    proxy.freeze()
    const startedAt = Date.now()
    const attempts = [
      ...Array.from({ length: 20 }, take),
      ...Array.from({ length: 20 }, hit),
      write('other'),
      wholeOf(blobs.read('blob')),
      blobs.delete('blob'),
      blobs.all()[Symbol.asyncIterator]().next(),
      blobs.ready(),
      ask(jobs, 'b'),
      claim(jobs),
      end(jobs, run),
      backend.ready(),
    ]
    // A caller that releases a reservation has finished its work, and gets no error.
    const [givenBack, ...refused] = await Promise.allSettled([ledger.giveBack('ada', '2026-11', 1), ...attempts])
    expect(givenBack?.status).toBe('fulfilled')
    const reasons = refused.map((each) => each.status === 'rejected' && each.reason)
    expect(reasons.filter((reason) => !(reason instanceof StoreUnavailable))).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(PROMISED_MS)

    proxy.thaw()
    const used = await eventually(
      () => take().catch(() => undefined),
      (answer) => answer !== undefined,
    )
    // A request that failed was executed once or not at all.
    expect(used?.used).toBeGreaterThanOrEqual(1)
    expect(used?.used).toBeLessThanOrEqual(22)
    expect((await hit()).remaining).toBeGreaterThanOrEqual(100 - 22)
    await write('after')
    expect((await wholeOf(blobs.read('after'))).equals(bytes(600_000))).toBe(true)
    await ask(jobs, 'c')
    expect([keyOf(await claim(jobs)), keyOf(await claim(jobs))]).toContain('c')
  })
})
