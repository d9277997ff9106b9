// Documents in MongoDB: the contract, and what only MongoDB does.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decodeCursorValues, encodeCursorValues } from '../../src/adapters/documents/mongodb/cursorValues.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import type { DocumentRecord } from '../../src/adapters/documents/mongodb/record.js'
import { createTimeConversion } from '../../src/adapters/documents/mongodb/times.js'
import { writeAll } from '../../src/adapters/documents/mongodb/writes.js'
import type { Mongo } from '../../src/adapters/mongodb/connect.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { at } from '../../testbed/stores/documents.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { documentStoreContract } from './documentStoreContract.js'

const noTimes = createTimeConversion()

describeMongo('on MongoDB', (server) => {
  const { open, dispose } = testConnections(server)
  let one: Mongo
  let other: Mongo
  beforeAll(async () => {
    one = await open()
    other = await open()
  })
  afterAll(dispose)

  documentStoreContract('MongoDB', async () => ({
    store: createMongoDocumentStore(one),
    second: async () => createMongoDocumentStore(other),
    histories: 25,
    async dispose() {
      await one.db.dropDatabase()
    },
  }))

  test("rejects a document above MongoDB's size limit with a clear RangeError", async () => {
    const things = createMongoDocumentStore(one).collection({ name: 'things' })
    const document = { text: 'é'.repeat(8 * 2 ** 20) }
    await expect(things.write([{ id: 'a', position: at(1), document }])).rejects.toThrow(RangeError)
    await expect(things.write([{ id: 'a', position: at(1), document }])).rejects.toThrow(/16777232 bytes/)
  })

  test('creates every declared index in the database, with the id as its last member', async () => {
    const indexes = { byOwner: ['owner', 'at', '_id'], byScore: ['score', '_id'] }
    await createMongoDocumentStore(one).collection({ name: 'scores.v1', indexes }).count({ index: 'byScore' })
    const made = await one.db.collection('documents.scores-v1').listIndexes().toArray()
    expect(new Map(made.map(({ name, key }) => [name, Object.keys(key)]))).toEqual(
      new Map([
        ['_id_', ['_id']],
        ['.tombstones', ['_mailproof.deleted']],
        ['byOwner', ['owner', 'at', '_id']],
        ['byScore', ['score', '_id']],
      ]),
    )
    await one.db.dropDatabase()
  })

  test('reports a write with an unknown outcome that others have overwritten as StoreUnavailable', async () => {
    const kept = one.db.collection<DocumentRecord>('documents.raced')
    const change = (id: string, from: number) => ({ id, expected: at(from), position: at(from + 1), document: {} })
    const created = ['a', 'b'].map((id) => ({ id, position: at(1), document: {} }))
    await writeAll(kept, created, noTimes)
    const raced = new Proxy(kept, {
      get: (target, member) =>
        member !== 'find'
          ? Reflect.get(target, member, target)
          : (...args: Parameters<typeof kept.find>) => ({
              toArray: async () => {
                expect(await writeAll(kept, [change('a', 2)], noTimes)).toEqual(new Set())
                return target.find(...args).toArray()
              },
            }),
    })
    await expect(writeAll(raced, [change('a', 1), change('b', 7)], noTimes)).rejects.toThrow(StoreUnavailable)
    await one.db.dropDatabase()
  })
})

test('an invented cursor is a RangeError, or a valid position', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  )
  const values = fc.array(value.map((each) => (Object.is(each, -0) ? 0 : each)))
  fc.assert(
    fc.property(values, (each) => expect(decodeCursorValues(encodeCursorValues(each), each.length)).toEqual(each)),
  )
  const attempt = (bytes: Uint8Array, count: number) => {
    try {
      return decodeCursorValues(Buffer.from(bytes), count)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
      return undefined
    }
  }
  const json = fc.json().map((text) => Buffer.from(text))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), json), fc.nat(3), (bytes, count) => {
      const made = attempt(bytes, count)
      if (made) expect(made.every((each) => ['string', 'number', 'boolean'].includes(typeof each))).toBe(true)
    }),
  )
})
