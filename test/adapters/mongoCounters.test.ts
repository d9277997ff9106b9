// Counters in MongoDB that processes share exactly.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import { createMongoLedger } from '../../src/adapters/ledger/mongodb.js'
import { createMongoLimiter } from '../../src/adapters/limiter/mongodb.js'
import { type TestDatabase, testDatabase } from '../../testbed/stores/mongo/database.js'
import { describeMongo } from '../support/describeMongo.js'

const MINUTE_MS = 60_000
const MONTH = '2026-11'
const accounts = Array.from({ length: 16 }, (_, index) => `account-${index}`)

describeMongo('counters in MongoDB', (server) => {
  let database: TestDatabase
  let clients: MongoClient[]
  let commands: string[]
  beforeEach(() => {
    database = testDatabase(server)
    clients = []
    commands = []
  })
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await database.drop()
  })

  async function open(): Promise<Db> {
    const client = new MongoClient(database.url, { monitorCommands: true })
    clients.push(client)
    await client.connect()
    client.on('commandStarted', ({ commandName }: CommandStartedEvent) => commands.push(commandName))
    return client.db()
  }

  const openLimiter = async () => createMongoLimiter({ db: await open(), clock: { now: Date.now } })
  const openLedger = async () => createMongoLedger({ db: await open(), collection: 'quotas' })
  const zero = async () => 0
  /** The commands that a piece of work sends. */
  async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
    commands.length = 0
    await work()
    return [...commands]
  }

  test('are changed together, in one request for all of them', async () => {
    const limiter = await openLimiter()
    const ledger = await openLedger()
    const hitAll = () => Promise.all(accounts.map(async (account) => limiter.hit(account, 100, MINUTE_MS)))
    const takeAll = () => Promise.all(accounts.map((account) => ledger.take(account, MONTH, 2, 100, zero)))
    await hitAll()
    await takeAll()
    const hits = await sentBy(async () => {
      expect(new Set((await hitAll()).map(({ remaining }) => remaining))).toEqual(new Set([98]))
    })
    const takes = await sentBy(async () => {
      expect(await takeAll()).toEqual(accounts.map(() => ({ taken: true, used: 4 })))
    })
    expect([hits, takes]).toEqual([['update'], ['update']])
  })

  test('that another process changes are shared exactly, and each change is counted once', async () => {
    const [one, other] = [await openLimiter(), await openLimiter()]
    const [ledger, otherLedger] = [await openLedger(), await openLedger()]
    const remaining = new Map(accounts.map((account) => [account, new Set<number>()]))
    const used = new Map(accounts.map((account) => [account, new Set<number>()]))
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        accounts.flatMap((account) => [
          ...[one, other].map(async (limiter) => {
            const window = await limiter.hit(account, 1_000, MINUTE_MS)
            remaining.get(account)!.add(window.remaining)
          }),
          ...[ledger, otherLedger].map(async (each) => {
            used.get(account)!.add((await each.take(account, MONTH, 1, 1_000, zero)).used)
          }),
        ]),
      )
    }
    for (const account of accounts) {
      expect([...remaining.get(account)!].sort((a, b) => b - a)).toEqual(sequence(20, (index) => 999 - index))
      expect([...used.get(account)!].sort((a, b) => a - b)).toEqual(sequence(20, (index) => index + 1))
    }
  })

  test('that were deleted start again as if they had never existed', async () => {
    const db = await open()
    const limiter = await createMongoLimiter({ db, clock: { now: Date.now } })
    const ledger = await createMongoLedger({ db, collection: 'quotas' })
    for (let time = 0; time < 2; time++) {
      await limiter.hit('ada', 10, MINUTE_MS)
      await ledger.take('ada', MONTH, 3, 10, zero)
    }
    await Promise.all(['limits', 'quotas'].map((name) => db.collection(name).deleteMany({})))
    expect(await limiter.hit('ada', 10, MINUTE_MS)).toMatchObject({ allowed: true, remaining: 9 })
    expect(await ledger.take('ada', MONTH, 3, 10, async () => 7)).toEqual({ taken: true, used: 10 })
    expect(await ledger.take('ada', MONTH, 1, 10, zero)).toEqual({ taken: false, used: 10 })
  })

  test('are refused no earlier than the limit, and never exceed it, whatever is requested at the same time', async () => {
    const limiter = await openLimiter()
    const ledger = await openLedger()
    for (let round = 0; round < 3; round++) {
      const windows = await Promise.all(
        accounts.flatMap((account) => sequence(7, async () => limiter.hit(`${account} ${round}`, 5, MINUTE_MS))),
      )
      expect(windows.filter(({ allowed }) => allowed)).toHaveLength(5 * accounts.length)
    }
    const taken = await Promise.all(
      accounts.flatMap((account) => sequence(9, () => ledger.take(account, MONTH, 2, 9, zero))),
    )
    expect(taken.filter((each) => each.taken)).toHaveLength(4 * accounts.length)
  })
})

const sequence = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index))
