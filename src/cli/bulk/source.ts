// The local file that `mailproof bulk` uploads.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { UsageError } from '../output.js'
import { PermanentError } from './retryErrors.js'

/** Read size in bytes: large enough to be efficient, small enough for a smooth progress bar. */
const CHUNK_SIZE = 256 * 1_024

/** The file to upload, as it was when it was opened. */
export interface BulkSource {
  readonly path: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 of its content, hex. */
  readonly sha256: string
  /** Content of the file. @throws PermanentError if it has changed since it was opened */
  read(): AsyncIterable<Buffer>
}

/** @throws UsageError if it is not a readable regular file */
export async function openBulkSource(file: string): Promise<BulkSource> {
  const path = resolve(file)
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw new UsageError(`${file} is a directory. Pass a CSV file.`)
    if (!found.isFile())
      throw new UsageError(`${file} is not a regular file and cannot be read twice. Save it to a file first.`)
    const { size } = found
    const sha256 = await hashOf(path)
    return { path, name: basename(path), size, sha256, read: () => read(path, size, sha256) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(readErrorMessage(file, error as NodeJS.ErrnoException))
  }
}

function readErrorMessage(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `File not found: ${file}.`
  if (code === 'EACCES' || code === 'EPERM') return `Permission denied: ${file}.`
  return `Cannot read ${file}: ${message}.`
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK_SIZE })) hash.update(piece)
  return hash.digest('hex')
}

/** Holds the last chunk back until the hash has been checked: a file that changed is never sent completely. */
async function* read(path: string, size: number, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let seen = 0
  let held: Buffer | undefined
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK_SIZE })) {
    if (held) yield held
    hash.update(piece)
    seen += piece.length
    if (seen > size) break
    held = piece
  }
  if (seen !== size || hash.digest('hex') !== sha256)
    throw new PermanentError(
      `${path} changed while it was being read. Run the command again once the file is complete.`,
    )
  if (held) yield held
}
