// MongoDB documents of an older release are converted, and those of a newer one refused.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { convertDocuments } from '../../src/adapters/documents/mongodb/convertDocuments.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import type { OldRecord } from '../../src/adapters/documents/mongodb/oldRecord.js'
import { connectMongo, type Mongo } from '../../src/adapters/mongodb/connect.js'
import { silentLog } from '../../src/kernel/log.js'
import { at } from '../../testbed/stores/documents.js'
import { type TestDatabase, testDatabase } from '../../testbed/stores/mongo/database.js'
import { describeMongo } from '../support/describeMongo.js'

const RECORDS = {
  name: 'records',
  indexes: { byExpiry: ['expiresAt', '_id'] },
  times: { expiresAt: 'milliseconds' },
} as const

/** A document in the form of releases up to 0.1.0. */
const old = (id: string, document: object | null): OldRecord => ({
  _id: Buffer.from(id).toString('latin1'),
  position: at(1),
  body: document && JSON.stringify(document),
  members: {},
  write: 'w',
})

describeMongo('documents in the form of another release', (server) => {
  let database: TestDatabase
  let mongo: Mongo
  const convert = () => convertDocuments({ db: mongo.db, log: silentLog, records: [RECORDS] })
  async function insertOld(name: string, records: readonly OldRecord[]): Promise<void> {
    const collection = mongo.db.collection<OldRecord>(name)
    await collection.insertMany(records)
    await collection.createIndexes([{ name: '.tombstones', key: { deleted: 1 }, sparse: true }])
    await collection.createIndexes([{ name: 'byExpiry', key: { 'members.expiresAt': 1, _id: 1 } }])
  }
  beforeEach(async () => {
    database = testDatabase(server)
    mongo = await connectMongo({ url: database.url, log: silentLog })
  })
  afterEach(async () => {
    await mongo.close()
    await database.drop()
  })

  test('are converted by several processes concurrently, also if an earlier conversion was interrupted', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `id${index}`)
    const all = ids.map((id, expiresAt) => old(id, { expiresAt, text: '{"a.b":1}' }))
    const accented = old('é', { expiresAt: 5_000 })
    await insertOld('documents.records', [...all.slice(0, 600), accented])
    await convert()
    // As if that had been interrupted: some documents are converted, one is there in both forms.
    await mongo.db.collection<{ _id: string }>('documents.forms').deleteOne({ _id: 'documents' })
    await insertOld('documents.records', [...all.slice(600), accented, old('gone', null)])
    await Promise.all([convert(), convert()])
    const records = createMongoDocumentStore(mongo).collection(RECORDS)
    expect(await records.getMany(['id7', 'é', 'gone'])).toEqual([
      { id: 'id7', position: at(1), document: { expiresAt: 7, text: '{"a.b":1}' } },
      { id: 'é', position: at(1), document: { expiresAt: 5_000 } },
      { id: 'gone', position: at(1), document: null },
    ])
    expect(await records.count({ index: 'byExpiry', range: { from: 0 } })).toBe(1_201)
    expect(await mongo.db.collection('documents.records').countDocuments({ expiresAt: { $type: 'date' } })).toBe(1_201)
    // Nothing is converted twice.
    await insertOld('documents.later', [old('a', {})])
    await convert()
    expect(await mongo.db.collection('documents.later').findOne()).toHaveProperty('body')
  })

  test('of a read model are read by id, and no query is answered from them', async () => {
    await insertOld('documents.usage-v1', [old('a', { owner: 'ada' })])
    await convert()
    const usage = createMongoDocumentStore(mongo).collection({
      name: 'usage.v1',
      indexes: { byOwner: ['owner', '_id'] },
    })
    expect((await usage.get('a'))?.document).toEqual({ owner: 'ada' })
    await expect(usage.find({ index: 'byOwner', equals: { owner: 'ada' }, limit: 1 })).rejects.toThrow(
      /form of an earlier release/,
    )
  })

  test('of a newer release are refused', async () => {
    await mongo.db.collection<{ _id: string; form: number }>('documents.forms').insertOne({ _id: 'documents', form: 3 })
    await expect(convert()).rejects.toThrow(/a newer mailproof has written .* \(form 3 .* up to 2\)/)
  })

  test('are not converted while an earlier release is running', async () => {
    await insertOld('documents.leases', [old('projections', { holder: 'other' })])
    const renewals: Promise<unknown>[] = []
    const renewing = setInterval(() => {
      const position = { $set: { position: at(Date.now()) } }
      renewals.push(mongo.db.collection<OldRecord>('documents.leases').updateOne({ _id: 'projections' }, position))
    }, 500)
    try {
      await expect(convert()).rejects.toThrow(/in use by a running mailproof of an earlier release/)
    } finally {
      clearInterval(renewing)
      await Promise.all(renewals)
    }
    await convert()
    const leases = createMongoDocumentStore(mongo).collection({ name: 'leases' })
    expect((await leases.get('projections'))?.document).toEqual({ holder: 'other' })
  })

  test('that another program has written are refused, not converted', async () => {
    await insertOld('documents.records', [old('a', {})])
    await mongo.db.collection<{ _id: string; mine: number }>('documents.records').insertOne({ _id: 'b', mine: 1 })
    await expect(convert()).rejects.toThrow(/documents.records contains documents that mailproof has not written/)
  })
})
