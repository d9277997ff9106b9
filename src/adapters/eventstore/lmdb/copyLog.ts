// Copies the log of an installation without writers: its file, and the segment files of its archive.
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../../dataDirectory/makeDirectory.js'
import { syncPath } from '../../dataDirectory/syncPath.js'
import { archiveBeside } from './archived.js'

const PIECE = 1024 * 1024

type OnProgress = (bytes: number, total: number) => void

/**
 * Copies a log that has no writers, including positions and times. Its own file comes last: a log never names a segment
 * that is not there.
 * @param archived whether to copy the segments beside it, too
 * @param onProgress called with the bytes copied of a file so far, and its size
 */
export async function copyLog(
  from: string,
  to: string,
  { archived, onProgress }: { readonly archived: boolean; readonly onProgress: OnProgress },
): Promise<void> {
  if (archived) await copySegments(archiveBeside(from), archiveBeside(to), onProgress)
  // A lock file left by LMDB belongs to the file that it was created for.
  await rm(`${to}-lock`, { force: true })
  await copyFile(from, to, onProgress)
}

async function copySegments(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const names = await readdir(from).catch(() => [])
  if (names.length > 0) makeDirectory(to)
  for (const name of names) await copyFile(join(from, name), join(to, name), onProgress)
}

/** Under its own name the copy is always complete. */
async function copyFile(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const temporary = `${to}.moving`
  await rm(temporary, { force: true })
  const source = await open(from, 'r')
  const target = await open(temporary, 'wx', 0o600)
  try {
    const { size } = await source.stat()
    const piece = Buffer.allocUnsafe(PIECE)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await source.read(piece, 0, PIECE, at)
      if (bytesRead === 0) break
      await target.writeFile(piece.subarray(0, bytesRead))
      at += bytesRead
      onProgress(at, size)
    }
    await target.sync()
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  await rename(temporary, to)
  await syncPath(dirname(to))
}
