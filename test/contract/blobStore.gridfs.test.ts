// Blobs in GridFS: the contract, and chunks of dead writers.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals'
import { type Db, ObjectId } from 'mongodb'
import { createGridFsBlobStore } from '../../src/adapters/blobs/gridfs.js'
import type { BlobFile } from '../../src/adapters/blobs/gridfsCollections.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'

import { BlobMissing, type BlobStore } from '../../src/kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { bytes, inPieces, wholeOf } from '../../testbed/stores/content.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'
import { type BlobStoreFixture, blobStoreContract } from './blobStoreContract.js'

const CHUNK = 256 * 1024

async function openBlobs(server: string) {
  const connections = testConnections(server)
  const directory = tempDirectory()
  const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: randomBytes(32) })
  const time = { now: Date.UTC(2026, 10, 21) }
  const open = async () => {
    const { db } = await connections.open()
    return { db, blobs: await createGridFsBlobStore({ db, vault, clock: { now: () => time.now } }) }
  }
  return {
    ...(await open()),
    vault,
    time,
    open,
    async dispose() {
      await vault.close()
      directory.remove()
      await connections.dispose()
    },
  }
}

const collectionsOf = (db: Db) => ({
  files: db.collection<BlobFile>('blobs.files'),
  chunks: db.collection('blobs.chunks'),
})

/** Documents of files, and files that have chunks but no document. */
async function thingsIn(db: Db): Promise<number> {
  const { files, chunks } = collectionsOf(db)
  const found = await files.find().toArray()
  const owners = new Set(
    (await chunks.find({}, { projection: { files_id: 1 } }).toArray()).map((each) => `${each.files_id}`),
  )
  for (const { _id } of found) owners.add(`${_id}`)
  return owners.size
}

describeMongo('on MongoDB', (server) => {
  let opened: ReturnType<typeof openBlobs> | undefined
  afterAll(async () => (await opened)?.dispose())
  const make = async (): Promise<BlobStoreFixture> => {
    opened ??= openBlobs(server)
    const { db, blobs, vault, time, open } = await opened
    const { files, chunks } = collectionsOf(db)
    return {
      blobs,
      vault,
      setTime: (milliseconds) => {
        time.now = milliseconds
      },
      second: async () => (await open()).blobs,
      things: () => thingsIn(db),
      async stored(name) {
        const file = await files.findOne({ filename: name })
        const found = await chunks.find({ files_id: file!._id }, { sort: { n: 1 }, promoteBuffers: true }).toArray()
        return Buffer.concat(found.map(({ data }) => data as Buffer))
      },
      async store(name, stored) {
        const file = await files.findOne({ filename: name })
        await chunks.deleteMany({ files_id: file!._id })
        for (let n = 0; n * CHUNK < stored.length; n++) {
          const data = stored.subarray(n * CHUNK, (n + 1) * CHUNK)
          await chunks.insertOne({ _id: new ObjectId(), files_id: file!._id, n, data })
        }
        await files.updateOne({ _id: file!._id }, { $set: { length: stored.length } })
      },
      async dispose() {
        await files.deleteMany({})
        await chunks.deleteMany({})
      },
    }
  }
  blobStoreContract('GridFS', make, { sampled: true })
})

describeMongo('blobs in GridFS', (server) => {
  const DAY = 24 * 60 * 60_000
  let fixture: Awaited<ReturnType<typeof openBlobs>>
  let blobs: BlobStore
  beforeEach(async () => {
    fixture = await openBlobs(server)
    blobs = fixture.blobs
  })
  afterEach(() => fixture.dispose())

  const names = async () => {
    const found = []
    for await (const { name } of blobs.all()) found.push(name)
    return found
  }
  /** Content whose writer stops halfway, permanently. */
  async function* hanging(): AsyncGenerator<Uint8Array> {
    yield bytes(3 * CHUNK)
    await new Promise(() => {})
  }
  const chunksWritten = (count: number) =>
    eventually(
      async () => (await collectionsOf(fixture.db).chunks.find().toArray()).length,
      (written) => written >= count,
    )

  test('leave no blob for a writer that died: its chunks are removed by a listing a day later, not before', async () => {
    void blobs.write('new', 'ada', hanging()).catch(() => {})
    await chunksWritten(2)
    await expect(wholeOf(blobs.read('new'))).rejects.toThrow(BlobMissing)
    expect(await names()).toEqual([])
    expect(await thingsIn(fixture.db)).toBe(1)
    fixture.time.now += DAY + 1
    expect(await names()).toEqual([])
    expect(await thingsIn(fixture.db)).toBe(0)
  })

  test('reject a writer that was presumed dead, so that no blob lacks a chunk', async () => {
    async function* slow() {
      yield bytes(2 * CHUNK)
      await chunksWritten(1)
      fixture.time.now += DAY + 1
      await names()
      yield bytes(CHUNK)
    }
    await expect(blobs.write('slow', 'ada', slow())).rejects.toThrow(StoreUnavailable)
    await expect(wholeOf(blobs.read('slow'))).rejects.toThrow(BlobMissing)
  })

  test('remove what an interrupted deletion or replacement left at the next listing, and never return it', async () => {
    const { files } = collectionsOf(fixture.db)
    await blobs.write('kept', 'ada', inPieces(bytes(10), 10))
    await blobs.write('gone', 'ada', inPieces(bytes(10), 10))
    await files.updateOne({ filename: 'gone' }, { $set: { 'metadata.state': 'gone' } })
    // A second one of the same name, as if the first had not been removed yet.
    const [older] = await files.find({ filename: 'kept' }).toArray()
    await files.insertOne({ ...older!, _id: new ObjectId(), metadata: { ...older!.metadata, version: 0 } })
    await expect(wholeOf(blobs.read('gone'))).rejects.toThrow(BlobMissing)
    expect(await wholeOf(blobs.read('kept'))).toEqual(bytes(10))
    expect(await names()).toEqual(['kept'])
    expect(await thingsIn(fixture.db)).toBe(1)
    expect(await wholeOf(blobs.read('kept'))).toEqual(bytes(10))
  })

  test('are GridFS files: length, chunks and date are in the standard places', async () => {
    await blobs.write('blob', 'ada', inPieces(bytes(3 * CHUNK), 70_000))
    const { files, chunks } = collectionsOf(fixture.db)
    const [file] = await files.find().toArray()
    const found = await chunks.find({}, { sort: { n: 1 }, promoteBuffers: true }).toArray()
    expect(found.map(({ n, data }) => [n, data.length])).toEqual([
      [0, CHUNK],
      [1, CHUNK],
      [2, CHUNK],
      [3, file!.length - 3 * CHUNK],
    ])
    expect(file).toMatchObject({ filename: 'blob', chunkSize: CHUNK, uploadDate: new Date(fixture.time.now) })
  })

  test('report an unreachable database as a store that is down, and read no content', async () => {
    await blobs.write('blob', 'ada', inPieces(bytes(1), 1))
    await fixture.dispose()
    let queried = false
    async function* content() {
      queried = true
      yield bytes(1)
    }
    for (const attempt of [
      () => blobs.write('blob', 'ada', content()),
      () => wholeOf(blobs.read('blob')),
      () => blobs.delete('blob'),
      () => blobs.all()[Symbol.asyncIterator]().next(),
      () => blobs.ready(),
    ]) {
      await expect(attempt()).rejects.toThrow(StoreUnavailable)
    }
    expect(queried).toBe(false)
    fixture = await openBlobs(server)
  })
})
