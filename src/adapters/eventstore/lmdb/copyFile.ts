import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath } from '../../dataDirectory/syncPath.js'

const PIECE = 1024 * 1024

/**
 * Copies the file of a log that has no writers, including positions and times. Under its own name the copy is always
 * complete.
 * @param onProgress called with the bytes copied so far, and the total
 */
export async function copyLogFile(
  from: string,
  to: string,
  onProgress: (bytes: number, total: number) => void,
): Promise<void> {
  const temporary = `${to}.moving`
  // A lock file left by LMDB belongs to the file that it was created for.
  await rm(`${to}-lock`, { force: true })
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
