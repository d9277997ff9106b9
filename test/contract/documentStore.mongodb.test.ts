import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decodeCursorValues, encodeCursorValues } from '../../src/adapters/documents/mongodb/cursorValues.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import type { DocumentRecord } from '../../src/adapters/documents/mongodb/record.js'
import { writeAll } from '../../src/adapters/documents/mongodb/writes.js'
import type { Mongo } from '../../src/adapters/mongodb/connect.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { at } from '../support/documents.js'
import fc from '../support/fastCheck.js'
import { testConnections } from '../support/mongo/connections.js'
import { describeMongo } from '../support/mongo/describeMongo.js'
import { documentStoreContract } from './documentStoreContract.js'

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
    await expect(things.write([{ id: 'a', position: at(1), document }])).rejects.toThrow(/16777227 bytes/)
  })

  test('creates every declared index in the database, with the id as its last member', async () => {
    const indexes = { byOwner: ['owner', 'at', '_id'], byScore: ['score', '_id'] }
    await createMongoDocumentStore(one).collection({ name: 'scores.v1', indexes }).count({ index: 'byScore' })
    const made = await one.db.collection('documents.scores-v1').listIndexes().toArray()
    expect(new Map(made.map(({ name, key }) => [name, Object.keys(key)]))).toEqual(
      new Map([
        ['_id_', ['_id']],
        ['.tombstones', ['deleted']],
        ['byOwner', ['members.owner', 'members.at', '_id']],
        ['byScore', ['members.score', '_id']],
      ]),
    )
    await one.db.dropDatabase()
  })

  test('reports a write with an unknown outcome that others have overwritten as StoreUnavailable', async () => {
    const kept = one.db.collection<DocumentRecord>('documents.raced')
    const change = (id: string, from: number) => ({ id, expected: at(from), position: at(from + 1), document: {} })
    await writeAll(kept, [
      { id: 'a', position: at(1), document: {} },
      { id: 'b', position: at(1), document: {} },
    ])
    const raced = new Proxy(kept, {
      get: (target, member) =>
        member !== 'find'
          ? Reflect.get(target, member, target)
          : (...asked: Parameters<typeof kept.find>) => ({
              toArray: async () => {
                expect(await writeAll(kept, [change('a', 2)])).toEqual(new Set())
                return target.find(...asked).toArray()
              },
            }),
    })
    await expect(writeAll(raced, [change('a', 1), change('b', 7)])).rejects.toThrow(StoreUnavailable)
    await one.db.dropDatabase()
  })
})

test('an invented cursor is a RangeError, or a valid position', () => {
  const values = fc.array(fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)) }))
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
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(3), (bytes, count) => {
      const made = attempt(bytes, count)
      if (made) expect(encodeCursorValues(made)).toEqual(Buffer.from(bytes))
    }),
  )
})
