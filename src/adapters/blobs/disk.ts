// The blob store port as sealed files in a directory.
import { type FileHandle, open, opendir, rename, rm, unlink } from 'node:fs/promises'
import type { Clock } from '../../kernel/clock.js'
import { type BlobInfo, BlobMissing, type BlobStore } from '../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { openDirectory } from './directory.js'
import { checkName, checkOffset, counting } from './request.js'
import { openBlob, piecesOf, readHead, type Stored, sealBlob } from './sealedBlob.js'

/** Bytes of a blob per flush to disk: larger flushes would delay other writers, appends to the log above all. */
const SYNC_BYTES = 1_048_576

interface DiskBlobStoreOptions {
  /** A directory used for nothing else; created if it does not exist. */
  readonly path: string
  readonly vault: Vault
  readonly clock: Clock
}

/**
 * Blobs as files of a directory, which processes on one machine may share. A file is written under a temporary name and
 * renamed once it is on disk: under its own name it is always complete.
 * @throws DataDirectoryError when the directory cannot be used
 */
export function createDiskBlobStore({ path, vault, clock }: DiskBlobStoreOptions): BlobStore {
  const directory = openDirectory(path)

  async function write({ name, owner, writtenAt }: BlobInfo, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { temporary, file } = await onDisk(directory.openTemporary(name))
    let unsynced = 0
    try {
      try {
        for await (const piece of sealBlob(vault, { name, owner, writtenAt }, content)) {
          await onDisk(file.writeFile(piece))
          unsynced += piece.length
          if (unsynced < SYNC_BYTES) continue
          await onDisk(file.datasync())
          unsynced = 0
        }
        await onDisk(file.sync())
        // While its lock is held: another process takes a temporary file without one for abandoned.
        await onDisk(rename(temporary, directory.pathOf(name)))
      } finally {
        await onDisk(file.close())
      }
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw error
    }
    await onDisk(directory.sync())
  }

  /** Opens the blob's file, which the caller closes. */
  async function openFile(name: string) {
    try {
      return await open(directory.pathOf(name), 'r')
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error)
      // If the directory itself is missing, the store is unavailable.
      await onDisk(directory.ready())
      throw new BlobMissing(name)
    }
  }

  async function infoOf(name: string): Promise<BlobInfo> {
    const file = await openFile(name)
    try {
      const { owner, writtenAt } = await headOf(file)
      return { name, owner, writtenAt }
    } finally {
      await file.close()
    }
  }

  return {
    async write(name, owner, content) {
      checkName(name)
      const info = { name, owner, writtenAt: clock.now() }
      return counting(content, (counted) => write(info, counted))
    },
    async *read(name, { from = 0 } = {}) {
      checkName(name)
      checkOffset(from)
      const file = await openFile(name)
      try {
        yield* openBlob(vault, name, await storedIn(file), from)
      } finally {
        await file.close()
      }
    },
    async *readSealed(name) {
      checkName(name)
      const file = await openFile(name)
      try {
        yield* piecesOf(await storedIn(file))
      } finally {
        await file.close()
      }
    },
    async delete(name) {
      checkName(name)
      try {
        await unlink(directory.pathOf(name))
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error)
        return onDisk(directory.ready())
      }
      await onDisk(directory.sync())
    },
    async *all() {
      for await (const { name: file } of await onDisk(opendir(path))) {
        const name = directory.nameOf(file)
        if (name === undefined) continue
        try {
          yield await infoOf(name)
        } catch (error) {
          // Deleted in the meantime.
          if (!(error instanceof BlobMissing)) throw error
        }
      }
    },
    ready: () => onDisk(directory.ready()),
  }
}

/** A damaged blob has no owner and the age of its file, so that it is listed and swept like any other. */
export async function headOf(file: FileHandle): Promise<Omit<BlobInfo, 'name'>> {
  try {
    return (await readHead(await storedIn(file))).head
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return { owner: '', writtenAt: Math.floor((await onDisk(file.stat())).mtimeMs) }
  }
}

export async function storedIn(file: FileHandle): Promise<Stored> {
  const { size } = await onDisk(file.stat())
  return {
    size,
    async readAt(position, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)))
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = await onDisk(file.read(buffer, filled, buffer.length - filled, position + filled))
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
  }
}

/** Turns errors of the file system into StoreUnavailable. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw unavailable(error)
  })

const unavailable = (error: unknown) =>
  new StoreUnavailable(`the blob directory cannot be used: ${(error as Error).message}`, { cause: error })

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
