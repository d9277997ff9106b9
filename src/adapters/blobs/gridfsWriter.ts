// Writes one blob to GridFS in chunks, unseen until it is published as the next version of its name.
import { ObjectId } from 'mongodb'
import type { BlobInfo } from '../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { insertIfAbsent } from '../mongodb/callMongo.js'
import { type BlobCollections, type BlobFile, CHUNK_BYTES } from './gridfsCollections.js'

/** A file that is being written. */
interface FileWriter {
  readonly _id: ObjectId
  /** Writes a chunk. @param data may be reused once this resolves */
  append(data: Buffer): Promise<void>
  /**
   * Makes the file visible as the next version of its name.
   * @param newest finds the current version
   */
  publish(newest: (name: string) => Promise<BlobFile | null>): Promise<void>
}

/** Inserts the document of a new file. */
export async function startFile(
  { files, chunks, callMongo }: BlobCollections,
  { name, owner, writtenAt }: BlobInfo,
): Promise<FileWriter> {
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

  /** @returns false when another writer has taken this version */
  function publishAs(version: number): Promise<boolean> {
    const whole = { $set: { length, 'metadata.state': 'whole', 'metadata.version': version } } as const
    return callMongo(() =>
      insertIfAbsent(async () => {
        const { matchedCount } = await files.updateOne({ _id, 'metadata.state': 'writing' }, whole)
        if (matchedCount === 0)
          throw new StoreUnavailable('the blob was removed as abandoned while it was being written')
      }),
    )
  }

  return {
    _id,
    async append(data) {
      await callMongo(() => chunks.insertOne({ _id: new ObjectId(), files_id: _id, n: count, data }))
      count++
      length += data.length
    },
    async publish(newest) {
      for (;;) {
        const current = await newest(name)
        if (await publishAs(current ? (current.metadata.version as number) + 1 : 1)) return
      }
    },
  }
}
