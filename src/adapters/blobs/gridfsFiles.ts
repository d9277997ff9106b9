// The documents of files in the GridFS bucket: finding, publishing and deleting versions of a blob.
import type { Db, Filter } from 'mongodb'
import type { BlobInfo } from '../../kernel/ports/blobStore.js'
import { type BlobFile, openCollections } from './gridfsCollections.js'
import { createFileReader } from './gridfsReader.js'
import { startFile } from './gridfsWriter.js'
import type { Stored } from './sealedBlob.js'

export type BlobFiles = Awaited<ReturnType<typeof openFiles>>

/** The files of the GridFS bucket `blobs`. */
export async function openFiles(db: Db) {
  const collections = await openCollections(db)
  const { files, chunks, callMongo } = collections

  const newest = (filename: string) =>
    callMongo(() => files.findOne({ filename, 'metadata.state': 'whole' }, { sort: { 'metadata.version': -1 } }))

  /** Hides files before it removes them, so that `all` finds those that a process that dies leaves behind. */
  async function discard(filter: Filter<BlobFile>): Promise<void> {
    const found = await callMongo(() => files.find(filter, { projection: { _id: 1 } }).toArray())
    for (const { _id } of found) {
      const gone = { $set: { 'metadata.state': 'gone', 'metadata.version': _id } } as const
      // Only if it still matches: its writer may have published it in the meantime.
      const { matchedCount } = await callMongo(() => files.updateOne({ ...filter, _id }, gone))
      if (matchedCount === 0) continue
      await callMongo(() => chunks.deleteMany({ files_id: _id }))
      await callMongo(() => files.deleteOne({ _id }))
    }
  }

  /** May include the version just published, if another writer has published a later one. */
  async function discardOlder(filename: string): Promise<void> {
    const latest = await newest(filename)
    if (!latest) return
    await discard({ filename, 'metadata.state': 'whole', 'metadata.version': { $lt: latest.metadata.version } })
  }

  return {
    /** Starts to write a file. */
    async begin(info: BlobInfo) {
      const { _id, append, publish } = await startFile(collections, info)
      return {
        append,
        /** Makes the file the blob of its name, and removes earlier versions. */
        async finish(): Promise<void> {
          await publish(newest)
          // The blob is written; versions that cannot be removed now are removed by `all`.
          await discardOlder(info.name).catch(() => {})
        },
        remove: () => discard({ _id }),
      }
    },
    /** The sealed bytes of the blob; undefined when no blob has this name. */
    async open(name: string): Promise<Stored | undefined> {
      const file = await newest(name)
      return file ? createFileReader(collections, file) : undefined
    },
    remove: (name: string) => discard({ filename: name, 'metadata.state': 'whole' }),
    /**
     * Every blob. Also removes earlier versions, incompletely removed files, and abandoned writes.
     * @param abandonedBefore a write that started before this time (milliseconds since the epoch) is abandoned
     */
    async *all(abandonedBefore: number): AsyncGenerator<BlobInfo> {
      await discard({ 'metadata.state': 'gone' })
      await discard({ 'metadata.state': 'writing', uploadDate: { $lt: new Date(abandonedBefore) } })
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
}
