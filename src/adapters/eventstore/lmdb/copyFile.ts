import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const PIECE = 1024 * 1024

/**
 * Copies the file of a log that nobody writes to: positions, times and all. Under its own name the copy is always whole.
 * @param onProgress told of the bytes that are copied, and of all that there are
 */
export async function copyLogFile(
  from: string,
  to: string,
  onProgress: (bytes: number, total: number) => void,
): Promise<void> {
  const temporary = `${to}.moving`
  // Whatever LMDB keeps beside a file belongs to that file.
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
  const directory = await open(dirname(to), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
