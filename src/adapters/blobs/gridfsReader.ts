import { type BlobCollections, type BlobFile, CHUNK_BYTES } from './gridfsCollections.js'
import type { Stored } from './sealedBlob.js'

/** Reads a file's bytes by chunk, and caches the last chunk: sequential reads continue in it. */
export function createFileReader({ chunks, callMongo }: BlobCollections, { _id, length }: BlobFile): Stored {
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
        // A chunk is missing or too short; opening the blob then fails because bytes are missing.
        if (part.length === 0) break
        parts.push(part)
        at += part.length
      }
      return Buffer.concat(parts)
    },
  }
}
