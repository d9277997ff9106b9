import { readFileSync } from 'node:fs'
import { DataDirectoryError } from './error.js'
import { exists } from './problem.js'
import { replaceWholeSync, writeNewWhole } from './writeWhole.js'

/** Format version of the directory; raised when older programs can no longer read it. 2: compact records in the log. */
const FORMAT = 2

/** Makes a directory one that services open. */
export const writeFormat = (path: string): unknown =>
  writeNewWhole(path, `${JSON.stringify({ format: FORMAT })}\n`, 0o600)

/** @throws DataDirectoryError when this program cannot read the format of the data */
export function checkFormat(path: string, dataPath: string): void {
  if (!exists(path)) {
    if (exists(dataPath)) {
      throw new DataDirectoryError(`${path} is missing, although there is data: restore it from a backup`)
    }
    writeFormat(path)
  }
  const format = formatIn(readFileSync(path, 'utf8'))
  if (format === undefined) throw new DataDirectoryError(`${path} cannot be parsed: restore it from a backup`)
  if (format > FORMAT) {
    throw new DataDirectoryError(
      `${path} has format ${format}, but this program reads formats up to ${FORMAT}: start the newer mailproof that wrote it`,
    )
  }
}

/** Marks the directory as written by this program. Keeps what else the file says. */
export function raiseFormat(path: string): void {
  const content = JSON.parse(readFileSync(path, 'utf8'))
  if (content.format === FORMAT) return
  replaceWholeSync(path, `${JSON.stringify({ ...content, format: FORMAT })}\n`, 0o600)
}

function formatIn(text: string): number | undefined {
  try {
    const format: unknown = JSON.parse(text)?.format
    return Number.isInteger(format) && (format as number) >= 1 ? (format as number) : undefined
  } catch {
    return undefined
  }
}
