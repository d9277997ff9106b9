import { type Db, type Filter, ObjectId } from 'mongodb'
import type { BlobInfo } from '../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { callMongo, insertIfAbsent } from '../mongodb/callMongo.js'
import type { Stored } from './sealedBlob.js'
import { SEGMENT_BYTES } from './segments.js'

/** Bytes of a chunk: of every one but the last. */
const CHUNK_BYTES = SEGMENT_BYTES

/** The document of a GridFS file, with what makes it a blob. */
export interface BlobFile {
  readonly _id: ObjectId
  readonly filename: string
  readonly length: number
  readonly chunkSize: number
  readonly uploadDate: Date
  readonly metadata: {
    readonly owner: string
    /** One that is gone waits for its chunks to be removed. */
    readonly state: 'writing' | 'whole' | 'gone'
    /** Of the whole ones of a name the highest counts; others have their own id, to be different. */
    readonly version: number | ObjectId
  }
}

interface BlobChunk {
  readonly _id: ObjectId
  readonly files_id: ObjectId
  readonly n: number
  readonly data: Buffer
}

/** The files of the bucket `blobs`. */
export async function openFiles(db: Db) {
  const files = db.collection<BlobFile>('blobs.files')
  const chunks = db.collection<BlobChunk>('blobs.chunks')
  await callMongo(() => files.createIndex({ filename: 1, 'metadata.version': -1 }, { unique: true }))
  await callMongo(() => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }))

  const newest = (filename: string) =>
    callMongo(() => files.findOne({ filename, 'metadata.state': 'whole' }, { sort: { 'metadata.version': -1 } }))

  /** Nobody sees them from here on; a process that dies meanwhile leaves them to be found. */
  async function discard(filter: Filter<BlobFile>): Promise<void> {
    const found = await callMongo(() => files.find(filter, { projection: { _id: 1 } }).toArray())
    for (const { _id } of found) {
      const gone = { $set: { 'metadata.state': 'gone', 'metadata.version': _id } } as const
      // Only while it is still meant: somebody may have made it whole.
      const { matchedCount } = await callMongo(() => files.updateOne({ ...filter, _id }, gone))
      if (matchedCount === 0) continue
      await callMongo(() => chunks.deleteMany({ files_id: _id }))
      await callMongo(() => files.deleteOne({ _id }))
    }
  }

  /** Also what was made whole just now, when somebody else was faster by more than one version. */
  async function discardOlder(filename: string): Promise<void> {
    const latest = await newest(filename)
    if (!latest) return
    await discard({ filename, 'metadata.state': 'whole', 'metadata.version': { $lt: latest.metadata.version } })
  }

  async function begin({ name, owner, writtenAt }: BlobInfo) {
    const _id = new ObjectId()
    const file: BlobFile = {
      _id,
      filename: name,
      length: 0,
      chunkSize: CHUNK_BYTES,
      uploadDate: new Date(writtenAt),
      metadata: { owner, state: 'writing', version: _id },
    }
    await callMongo(() => files.insertOne(file))
    let length = 0
    let count = 0

    /** @returns false when somebody else had the next version first */
    async function makeWhole(): Promise<boolean> {
      const before = await newest(name)
      const version = before ? (before.metadata.version as number) + 1 : 1
      const whole = { $set: { length, 'metadata.state': 'whole', 'metadata.version': version } } as const
      return callMongo(() =>
        insertIfAbsent(async () => {
          const { matchedCount } = await files.updateOne({ _id, 'metadata.state': 'writing' }, whole)
          if (matchedCount === 0) throw new StoreUnavailable('writing the blob took so long that it was given up')
        }),
      )
    }

    return {
      /** @param data may be used again when this resolves */
      async append(data: Buffer): Promise<void> {
        await callMongo(() => chunks.insertOne({ _id: new ObjectId(), files_id: _id, n: count, data }))
        count++
        length += data.length
      },
      /** Makes it the blob of its name, and removes what that was before. */
      async finish(): Promise<void> {
        while (!(await makeWhole())) {}
        // It is written; what cannot be removed now is removed when the blobs are listed.
        await discardOlder(name).catch(() => {})
      },
      remove: () => discard({ _id }),
    }
  }

  return {
    begin,
    /** The bytes of the blob, sealed; undefined when there is none of this name. */
    async open(name: string): Promise<Stored | undefined> {
      const file = await newest(name)
      return file ? storedIn(file) : undefined
    },
    remove: (name: string) => discard({ filename: name, 'metadata.state': 'whole' }),
    /** Every blob; on the way removes what nobody will see any more: writes begun before `abandoned`, and leftovers. */
    async *all(abandoned: number): AsyncGenerator<BlobInfo> {
      await discard({ 'metadata.state': 'gone' })
      await discard({ 'metadata.state': 'writing', uploadDate: { $lt: new Date(abandoned) } })
      let previous: string | undefined
      const found = files.find({ 'metadata.state': 'whole' }, { sort: { filename: 1, 'metadata.version': -1 } })
      try {
        for (let file = await callMongo(() => found.next()); file; file = await callMongo(() => found.next())) {
          const { _id, filename, uploadDate, metadata } = file
          if (filename === previous) await discard({ _id })
          else yield { name: filename, owner: metadata.owner, writtenAt: uploadDate.getTime() }
          previous = filename
        }
      } finally {
        await found.close()
      }
    },
    async ready(): Promise<void> {
      await callMongo(() => files.findOne({}, { projection: { _id: 1 } }))
    },
  }

  function storedIn({ _id, length }: BlobFile): Stored {
    /** Whoever reads on begins in the chunk in which it ended. */
    let last: { readonly n: number; readonly data: Buffer } | undefined

    async function chunkAt(n: number): Promise<Buffer> {
      if (last?.n !== n) {
        const found = await callMongo(() => chunks.findOne({ files_id: _id, n }, { promoteBuffers: true }))
        last = { n, data: found?.data ?? Buffer.alloc(0) }
      }
      return last.data
    }

    return {
      size: length,
      async readAt(position, wanted) {
        const end = Math.min(position + wanted, length)
        const parts: Buffer[] = []
        for (let at = position; at < end; ) {
          const n = Math.floor(at / CHUNK_BYTES)
          const start = at - n * CHUNK_BYTES
          const part = (await chunkAt(n)).subarray(start, start + end - at)
          // A chunk that is missing or short: whoever reads finds that a part is.
          if (part.length === 0) break
          parts.push(part)
          at += part.length
        }
        return Buffer.concat(parts)
      },
    }
  }
}
