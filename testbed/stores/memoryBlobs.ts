import { BlobMissing, type BlobStore } from '../../src/kernel/ports/blobStore.js'
import { inPieces, wholeOf } from './content.js'

/** Blobs in memory, not sealed, read in pieces of these sizes. */
export function memoryBlobs(...sizes: number[]) {
  const contents = new Map<string, { readonly owner: string; readonly content: Buffer }>()
  const blobs: BlobStore = {
    async write(name, owner, content) {
      const whole = await wholeOf(content)
      contents.set(name, { owner, content: whole })
      return whole.length
    },
    async *read(name, { from = 0 } = {}) {
      const found = contents.get(name)
      if (!found) throw new BlobMissing(name)
      yield* inPieces(
        found.content.subarray(from),
        ...(sizes.length > 0 ? sizes : [256 * 1024]),
      ) as AsyncIterable<Buffer>
    },
    async *readSealed(name) {
      const found = contents.get(name)
      if (!found) throw new BlobMissing(name)
      yield found.content
    },
    async delete(name) {
      contents.delete(name)
    },
    async *all() {
      for (const [name, { owner }] of contents) yield { name, owner, writtenAt: 0 }
    },
    async ready() {},
  }
  return { blobs, contents }
}
