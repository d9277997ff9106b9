// Copies the blobs of a directory to GridFS, for `mailproof migrate`.
import { open, readdir, stat } from 'node:fs/promises'
import type { Db } from 'mongodb'
import { blobPath, nameOf } from './directory.js'
import { headOf, storedIn } from './disk.js'
import { type BlobFiles, openFiles } from './gridfsFiles.js'
import type { Stored } from './sealedBlob.js'
import { SEGMENT_BYTES } from './segments.js'

/** Longer than the head of a blob, which differs between any two blobs. */
const COMPARED_BYTES = 64 * 1024

interface Moved {
  readonly blobs: number
  readonly bytes: number
}

/** Names of the blobs of a directory, with their sizes in bytes. */
async function blobsIn(directory: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    // The service never stored a blob.
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of files) {
    const name = nameOf(file)
    if (name !== undefined) sizes.set(name, (await stat(blobPath(directory, name))).size)
  }
  return sizes
}

/** @throws StoreUnavailable */
export async function holdsNoBlobs(db: Db): Promise<boolean> {
  for await (const _ of (await openFiles(db)).all(0)) return false
  return true
}

/**
 * Copies the blobs of a directory to GridFS, byte for byte, and removes all others there. Idempotent: blobs that were
 * copied before are kept.
 * @param onProgress called with the bytes copied so far, and the total
 */
export async function moveBlobs(
  directory: string,
  db: Db,
  onProgress: (bytes: number, total: number) => void,
): Promise<Moved> {
  const files = await openFiles(db)
  const sizes = await blobsIn(directory)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  // There is no other writer: incomplete files were left by an earlier attempt.
  for await (const { name } of files.all(Date.now())) if (!sizes.has(name)) await files.remove(name)
  let bytes = 0
  for (const name of sizes.keys()) {
    await moveBlob(blobPath(directory, name), name, files, (more) => {
      bytes += more
      onProgress(bytes, total)
    })
  }
  return { blobs: sizes.size, bytes: total }
}

async function moveBlob(path: string, name: string, files: BlobFiles, moved: (bytes: number) => void): Promise<void> {
  const file = await open(path, 'r')
  try {
    const source = await storedIn(file)
    const existing = await files.open(name)
    if (existing && (await isSame(source, existing))) return moved(source.size)
    const { owner, writtenAt } = await headOf(file)
    const target = await files.begin({ name, owner, writtenAt })
    for (let at = 0; at < source.size; at += SEGMENT_BYTES) {
      const piece = await source.readAt(at, SEGMENT_BYTES)
      await target.append(piece)
      moved(piece.length)
    }
    await target.finish()
  } finally {
    await file.close()
  }
}

async function isSame(a: Stored, b: Stored): Promise<boolean> {
  return a.size === b.size && (await a.readAt(0, COMPARED_BYTES)).equals(await b.readAt(0, COMPARED_BYTES))
}
