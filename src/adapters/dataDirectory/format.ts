import { existsSync, readFileSync } from 'node:fs'
import { DataDirectoryError } from './error.js'
import { writeNewWhole } from './writeWhole.js'

/** Of what is in the directory; raised when an older program could not read it any more. */
const FORMAT = 1

/** @throws DataDirectoryError when the data is not of a format that this program reads */
export function checkFormat(path: string, dataPath: string): void {
  if (!existsSync(path)) {
    if (existsSync(dataPath)) {
      throw new DataDirectoryError(`${path} is missing beside data that it belongs to: restore it from a backup`)
    }
    writeNewWhole(path, `${JSON.stringify({ format: FORMAT })}\n`, 0o600)
  }
  const format = formatIn(readFileSync(path, 'utf8'))
  if (format === undefined) throw new DataDirectoryError(`${path} cannot be understood: restore it from a backup`)
  if (format > FORMAT) {
    throw new DataDirectoryError(
      `${path} says format ${format}, and this program reads up to ${FORMAT}: start the newer mailproof that wrote it`,
    )
  }
}

function formatIn(text: string): number | undefined {
  try {
    const format: unknown = JSON.parse(text)?.format
    return Number.isInteger(format) && (format as number) >= 1 ? (format as number) : undefined
  } catch {
    return undefined
  }
}
