// The quota ledger in MongoDB: the contract, and amounts that a dead process had in flight.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMongoLedger } from '../../src/adapters/ledger/mongodb.js'
import type { Mongo } from '../../src/adapters/mongodb/connect.js'
import type { Ledger } from '../../src/kernel/ports/ledger.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { ledgerContract } from './ledgerContract.js'

describeMongo('on MongoDB', (server) => {
  const openLedger = (mongo: Mongo) => createMongoLedger({ db: mongo.db, collection: 'quota' })

  ledgerContract('MongoDB', async () => {
    const { open, dispose } = testConnections(server)
    return { ledger: await openLedger(await open()), second: async () => openLedger(await open()), dispose }
  })
})

describeMongo('a counter in MongoDB', (server) => {
  const month = '2026-11'
  const IDLE_MS = 1_000
  let connections: ReturnType<typeof testConnections>
  let clock: { now: number }
  let ledger: Ledger
  /** The usage that the log reports, and the number of reads. */
  let log: { used: number; reads: number }
  beforeEach(async () => {
    connections = testConnections(server)
    clock = { now: 0 }
    log = { used: 0, reads: 0 }
    ledger = await createMongoLedger({
      db: (await connections.open()).db,
      collection: 'quota',
      idleMs: IDLE_MS,
      monotonicNow: () => clock.now,
    })
  })
  afterEach(() => connections.dispose())

  const take = (amount: number) =>
    ledger.take('ada', month, amount, 10, async () => {
      log.reads++
      return log.used
    })
  const passIdlePeriod = () => {
    clock.now += IDLE_MS
  }

  test('recovers what a dead process had in flight, after two idle periods', async () => {
    await take(8)
    // It wrote three of them to the log and died.
    log.used = 3
    expect(await take(5)).toEqual({ taken: false, used: 8 })
    clock.now += IDLE_MS - 1
    expect(await take(5)).toEqual({ taken: false, used: 8 })
    expect(log.reads).toBe(1)
    clock.now++
    expect(await take(5)).toEqual({ taken: false, used: 8 })
    passIdlePeriod()
    expect(await take(5)).toEqual({ taken: true, used: 8 })
    expect(await take(3)).toEqual({ taken: false, used: 8 })
  })

  test('is not idle while it changes, because something is in flight', async () => {
    await take(8)
    log.used = 3
    for (let round = 0; round < 5; round++) {
      expect((await take(5)).taken).toBe(false)
      passIdlePeriod()
      await take(1)
      await ledger.giveBack('ada', month, 1)
    }
    expect((await take(5)).taken).toBe(false)
    expect(log.reads).toBe(1)
  })

  test('is kept while the log moves, because released amounts are about to be given back', async () => {
    await take(10)
    log.used = 10
    await take(1)
    passIdlePeriod()
    await take(1)
    // A batch has recorded that two are free, but has not released them in the ledger yet.
    log.used = 8
    passIdlePeriod()
    expect(await take(1)).toEqual({ taken: false, used: 10 })
    await ledger.giveBack('ada', month, 2)
    expect(await take(3)).toEqual({ taken: false, used: 8 })
    expect(await take(2)).toEqual({ taken: true, used: 10 })
  })

  test('keeps changes made while the log is read', async () => {
    await take(8)
    await take(5)
    passIdlePeriod()
    await take(5)
    passIdlePeriod()
    const elsewhere = await createMongoLedger({ db: (await connections.open()).db, collection: 'quota' })
    const slow = ledger.take('ada', month, 5, 10, async () => {
      await elsewhere.take('ada', month, 2, 10, async () => 0)
      return 0
    })
    expect((await slow).taken).toBe(false)
    expect(await take(1)).toEqual({ taken: false, used: 10 })
  })
})
