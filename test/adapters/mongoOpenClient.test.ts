import dns from 'node:dns'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { openClient } from '../../src/adapters/mongodb/openClient.js'
import { eventually } from '../../testbed/eventually.js'
import { startMongoStub } from '../../testbed/stores/mongo/stub.js'

const NOTHING_FOUND = { ok: 1, n: 0, cursor: { id: 0n, ns: 'mailproof.documents', firstBatch: [] } }
const NO_RECORD = Object.assign(new Error('no TXT record'), { code: 'ENODATA' })

let server: Awaited<ReturnType<typeof startMongoStub>>
/** Answers the queries for the servers of a `mongodb+srv` URL, which wait until then. */
let answerSrv: () => void

beforeEach(async () => {
  server = await startMongoStub({ maxWireVersion: 25 }, NOTHING_FOUND)
  const answered = new Promise<void>((resolve) => {
    answerSrv = resolve
  })
  const records = [{ name: 'db.example.test', port: Number(server.host.split(':')[1]), priority: 0, weight: 0 }]
  const resolve = async (_: string, type?: string) => {
    if (type === 'TXT') throw NO_RECORD
    await answered
    return records
  }
  jest.spyOn(dns.promises, 'resolve').mockImplementation(resolve as typeof dns.promises.resolve)
  const lookup = (_: string, options: dns.LookupOptions, done: (...results: unknown[]) => void) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  jest.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup)
})
afterEach(async () => {
  jest.restoreAllMocks()
  await server.close()
})

test('a client that was given up while DNS looked for its servers leaves no connection open', async () => {
  const opening = openClient('mongodb+srv://cluster.example.test/?tls=false', 50)
  await expect(opening).rejects.toThrow('no answer within 50 ms')
  answerSrv()
  await eventually(
    () => server.accepted(),
    (count) => count > 0,
  )
  await eventually(
    () => server.open(),
    (count) => count === 0,
  )
})
