// Opens all blobs of a directory to find damage.
import { opendir } from 'node:fs/promises'
import { BlobMissing, type BlobStore } from '../../kernel/ports/blobStore.js'
import { type Damage, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { nameOf } from './directory.js'

/** Errors of the process, which pass: too many open files, no memory. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * Each segment of a blob is authenticated together with its place.
 * @param path the directory of the blobs
 * @param pause called after each blob
 * @throws StoreUnavailable when the directory cannot be used
 */
export async function* inspectBlobs(
  path: string,
  blobs: Pick<BlobStore, 'read' | 'ready'>,
  signal: AbortSignal,
  pause: () => Promise<unknown>,
): AsyncGenerator<Damage, void, void> {
  await blobs.ready()
  // The store itself lists only those that it can read.
  for await (const { name: file } of await opendir(path)) {
    const name = nameOf(file)
    if (name === undefined) continue
    const problem = await problemOf(name, blobs, signal)
    if (problem !== undefined) yield { position: null, problem: `blobs: ${problem}` }
    await pause()
  }
}

async function problemOf(
  name: string,
  { read, ready }: Pick<BlobStore, 'read' | 'ready'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    for await (const _ of read(name)) signal.throwIfAborted()
  } catch (error) {
    if (signal.aborted) throw error
    // Deleted meanwhile, or its owner was erased.
    if (error instanceof BlobMissing) return undefined
    if (!(error instanceof StoreUnavailable)) return (error as Error).message
    // Of all blobs, of the vault or of this process, or of this blob.
    await ready()
    const { code, message } = (error.cause ?? {}) as NodeJS.ErrnoException
    if (code === undefined || OF_THE_PROCESS.has(code)) throw error
    return `blob ${name} cannot be read: ${message}`
  }
  return undefined
}
