// The blob store port in GridFS, which all processes share.
import type { Db } from 'mongodb'
import type { Clock } from '../../kernel/clock.js'
import { BlobMissing, type BlobStore } from '../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { openFiles } from './gridfsFiles.js'
import { checkName, checkOffset, counting } from './request.js'
import { openBlob, piecesOf, sealBlob } from './sealedBlob.js'
import { segmentsOf } from './segments.js'

/** A write that has not ended after this time was abandoned by a process that died. */
const ABANDONED_MS = 24 * 60 * 60_000

interface GridFsBlobStoreOptions {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
}

/**
 * Blobs in GridFS, which all processes share; the bytes are those of a blob on disk. The document of a file exists before
 * its chunks and until after they are removed, and one update of it makes the blob visible: files that a process left
 * behind when it died are found by their documents, and removed when the blobs are listed.
 */
export async function createGridFsBlobStore({ db, vault, clock }: GridFsBlobStoreOptions): Promise<BlobStore> {
  const files = await openFiles(db)

  return {
    async write(name, owner, content) {
      checkName(name)
      const info = { name, owner, writtenAt: clock.now() }
      const file = await files.begin(info)
      try {
        const size = await counting(content, async (counted) => {
          for await (const { content: chunk } of segmentsOf(sealBlob(vault, info, counted))) await file.append(chunk)
        })
        await file.finish()
        return size
      } catch (error) {
        // After a timeout MongoDB may still write a chunk: such a file is removed later, as an abandoned one.
        if (!(error instanceof StoreUnavailable)) await file.remove().catch(() => {})
        throw error
      }
    },
    async *read(name, { from = 0 } = {}) {
      checkName(name)
      checkOffset(from)
      const stored = await files.open(name)
      if (!stored) throw new BlobMissing(name)
      yield* openBlob(vault, name, stored, from)
    },
    async *readSealed(name) {
      checkName(name)
      const stored = await files.open(name)
      if (!stored) throw new BlobMissing(name)
      yield* piecesOf(stored)
    },
    async delete(name) {
      checkName(name)
      await files.remove(name)
    },
    all: () => files.all(clock.now() - ABANDONED_MS),
    ready: () => files.ready(),
  }
}
