import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { UsageError } from '../output.js'
import { PermanentError } from './retryErrors.js'

/** Of reading: large enough to cost little, small enough for a progress that moves. */
const PIECE = 256 * 1_024

/** The file to upload, as it was when it was looked at. */
export interface Source {
  readonly path: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 of its content, hex. */
  readonly sha256: string
  /** Its bytes. @throws NotDone when they are no longer the same */
  read(): AsyncIterable<Buffer>
}

/** @throws UsageError when it is no file that can be read */
export async function openSource(file: string): Promise<Source> {
  const path = resolve(file)
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw new UsageError(`${file} is a directory. Name a CSV file.`)
    if (!found.isFile()) throw new UsageError(`${file} is no regular file: it cannot be read twice. Save it first.`)
    const { size } = found
    const sha256 = await hashOf(path)
    return { path, name: basename(path), size, sha256, read: () => read(path, size, sha256) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(unreadable(file, error as NodeJS.ErrnoException))
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file}.`
  if (code === 'EACCES' || code === 'EPERM') return `${file} may not be read by you.`
  return `${file} cannot be read: ${message}.`
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) hash.update(piece)
  return hash.digest('hex')
}

/** The last piece waits until all are known to be the right ones: a file that changed is never sent as a whole. */
async function* read(path: string, size: number, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let seen = 0
  let held: Buffer | undefined
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    if (held) yield held
    hash.update(piece)
    seen += piece.length
    if (seen > size) break
    held = piece
  }
  if (seen !== size || hash.digest('hex') !== sha256)
    throw new PermanentError(`${path} changed while it was read. Run this again when it is finished.`)
  if (held) yield held
}
