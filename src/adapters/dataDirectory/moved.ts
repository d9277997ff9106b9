import { join } from 'node:path'
import { DataDirectoryError } from './error.js'
import { exists, withPathErrors } from './problem.js'
import { writeNewWhole } from './writeWhole.js'

const pathIn = (directory: string): string => join(directory, 'moved.json')

/** Records that the data of a directory was migrated to MongoDB; from now on only its log may still be used. */
export function markMoved(directory: string, at: string): void {
  const path = pathIn(directory)
  withPathErrors(path, () => writeNewWhole(path, `${JSON.stringify({ to: 'MongoDB', at })}\n`, 0o600))
}

/** @throws DataDirectoryError when all but the log of the directory was migrated */
export function refuseMoved(directory: string): void {
  const path = pathIn(directory)
  if (!exists(path)) return
  throw new DataDirectoryError(
    `MONGODB_URL: must be set, because everything but the log in ${directory} was migrated to MongoDB (see ${path})`,
  )
}
