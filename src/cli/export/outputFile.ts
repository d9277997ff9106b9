// Writes a file that appears under its name only when it is whole.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileProblem } from '../../kernel/fileProblem.js'
import { UsageError } from '../output.js'

/** An export that ended before it was whole. The message says why, and that nothing was replaced. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/**
 * Writes the pieces beside the file, flushes them to the disk, and replaces the file by them. Only its owner may read it.
 * @param signal aborting removes what was written
 * @returns its size in bytes
 * @throws UsageError when the file cannot be created; ExportError when it cannot be completed; rethrows errors of `pieces`
 */
export async function writeFileWhole(
  path: string,
  pieces: AsyncIterable<string | Buffer>,
  signal: AbortSignal,
): Promise<number> {
  const target = resolve(path)
  if (await isOther(target)) throw new UsageError(`Cannot write to ${path}: it is not a regular file.`)
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(pieces, out, { signal })
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    if (signal.aborted) throw new ExportError(`Interrupted: ${path} is as it was.`)
    const { code, syscall } = error as NodeJS.ErrnoException
    const reason = fileProblem(code)
    if (reason === undefined || syscall === undefined) throw error
    throw new (syscall === 'open' ? UsageError : ExportError)(`Cannot write to ${path}: ${reason}.`)
  }
  return out.bytesWritten
}

/** Whether something that is no regular file has the name. */
const isOther = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() === false
