// A MongoDB client that hangs is replaced; if that does not help, the process ends.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { callerOf } from '../../src/adapters/mongodb/callMongo.js'
import { connectMongo, type Mongo } from '../../src/adapters/mongodb/connect.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { startMongoStub } from '../../testbed/stores/mongo/stub.js'
import { interceptSockets } from './deafSockets.js'

const FOUND = { ok: 1, n: 0, cursor: { id: 0n, ns: 'mailproof.things', firstBatch: [{ _id: 'a' }] } }
/** Ten seconds, and a margin for a slow machine. */
const PROMISED_MS = 20_000

let server: Awaited<ReturnType<typeof startMongoStub>>
let sockets: ReturnType<typeof interceptSockets>
let mongo: Mongo
/** Pings are the only commands that the store may leave unanswered. */
let answersPings: boolean
let pings: number
const warnings: string[] = []

beforeEach(async () => {
  answersPings = true
  pings = 0
  warnings.length = 0
  server = await startMongoStub({ maxWireVersion: 25 }, (command) => {
    if ('ping' in command) pings++
    return 'ping' in command && !answersPings ? undefined : FOUND
  })
  sockets = interceptSockets(Number(server.host.split(':')[1]))
  const warn = (_: object, message: string) => void warnings.push(message)
  mongo = await connectMongo({ url: `${server.url}?directConnection=true`, log: { ...silentLog, warn } })
  warnings.length = 0
})
afterEach(async () => {
  sockets.restore()
  await mongo.close()
  await server.close()
})

test('a monitor that waits for `drain` after a FIN: the client is replaced for all its users within 10 s', async () => {
  const { db, client } = mongo
  const callMongo = callerOf(db)
  const things = db.collection<{ _id: string }>('things')
  const find = () => callMongo(() => things.findOne())
  expect(await find()).toEqual({ _id: 'a' })

  const errors: unknown[] = []
  answersPings = false
  const pending = callMongo(() => db.command({ ping: 1 })).catch((error: unknown) => void errors.push(error))
  await eventually(
    () => pings,
    (count) => count > 0,
  )
  await sockets.deafen()
  // The driver forgets the server, and its monitor does not find it again.
  server.drop()
  await pending
  answersPings = true
  const startedAt = performance.now()
  const found = await eventually(
    () => find().catch((error: unknown) => void errors.push(error)),
    (answer) => answer !== undefined,
    30_000,
  )
  expect(performance.now() - startedAt).toBeLessThan(PROMISED_MS)
  expect(found).toEqual({ _id: 'a' })
  expect(errors.filter((error) => !(error instanceof StoreUnavailable))).toEqual([])
  expect(errors.length).toBeGreaterThan(0)
  expect(client.replacements()).toBe(1)
  expect(warnings).toEqual(['MongoDB answers a new client, but not the current one; replaced the client'])
  expect(client.hung.aborted).toBe(false)
})

test('a store that answers new clients, but no calls: two clients are replaced, and then the process counts as hung', async () => {
  const { db, client } = mongo
  const callMongo = callerOf(db)
  answersPings = false
  const startedAt = performance.now()
  while (!client.hung.aborted && performance.now() - startedAt < 120_000)
    await expect(callMongo(() => db.command({ ping: 1 }))).rejects.toThrow(StoreUnavailable)
  expect(client.hung.reason).toBeInstanceOf(Error)
  expect(client.replacements()).toBe(2)
})
