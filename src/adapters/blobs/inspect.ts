// Opens all blobs to find damage.
import { BlobMissing, type BlobStore } from '../../kernel/ports/blobStore.js'
import { type Damage, StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** Each segment of a blob is authenticated together with its place. */
export async function* inspectBlobs(
  blobs: Pick<BlobStore, 'all' | 'read'>,
  signal: AbortSignal,
): AsyncGenerator<Damage, void, void> {
  for await (const { name } of blobs.all()) {
    const problem = await problemOf(blobs.read(name), signal)
    if (problem !== undefined) yield { position: null, problem: `blobs: ${problem}` }
  }
}

async function problemOf(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string | undefined> {
  try {
    for await (const _ of content) signal.throwIfAborted()
  } catch (error) {
    if (signal.aborted || error instanceof StoreUnavailable) throw error
    // Deleted meanwhile, or its owner was erased.
    if (!(error instanceof BlobMissing)) return (error as Error).message
  }
  return undefined
}
