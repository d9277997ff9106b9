import type { Collection, Db, ObjectId } from 'mongodb'
import { type CallMongo, callerOf } from '../mongodb/callMongo.js'
import { SEGMENT_BYTES } from './segments.js'

/** Bytes of every chunk but the last. */
export const CHUNK_BYTES = SEGMENT_BYTES

/** The document of a GridFS file, with the metadata of a blob. */
export interface BlobFile {
  readonly _id: ObjectId
  readonly filename: string
  readonly length: number
  readonly chunkSize: number
  readonly uploadDate: Date
  readonly metadata: {
    readonly owner: string
    /** A file that is `gone` remains until its chunks are removed. */
    readonly state: 'writing' | 'whole' | 'gone'
    /**
     * The highest version among `whole` files is current. Other states store the file's id here, to satisfy the unique
     * index.
     */
    readonly version: number | ObjectId
  }
}

interface BlobChunk {
  readonly _id: ObjectId
  readonly files_id: ObjectId
  readonly n: number
  readonly data: Buffer
}

/** The GridFS bucket `blobs`. */
export interface BlobCollections {
  readonly files: Collection<BlobFile>
  readonly chunks: Collection<BlobChunk>
  readonly callMongo: CallMongo
}

/** Creates missing indexes. @throws StoreUnavailable */
export async function openCollections(db: Db): Promise<BlobCollections> {
  const callMongo = callerOf(db)
  const files = db.collection<BlobFile>('blobs.files')
  const chunks = db.collection<BlobChunk>('blobs.chunks')
  await callMongo(() => files.createIndex({ filename: 1, 'metadata.version': -1 }, { unique: true }))
  await callMongo(() => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }))
  return { files, chunks, callMongo }
}
