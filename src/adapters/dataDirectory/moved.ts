import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError } from './error.js'
import { touching } from './problem.js'
import { writeNewWhole } from './writeWhole.js'

const pathIn = (directory: string): string => join(directory, 'moved.json')

/** From now on the log in a directory is that of services with MongoDB, and of no embedded one. */
export function markMoved(directory: string, at: string): void {
  const path = pathIn(directory)
  touching(path, () => writeNewWhole(path, `${JSON.stringify({ to: 'MongoDB', at })}\n`, 0o600))
}

/** @throws DataDirectoryError in a directory of which only the log is still in use */
export function refuseMoved(directory: string): void {
  const path = pathIn(directory)
  if (!touching(path, () => existsSync(path))) return
  throw new DataDirectoryError(
    `MONGODB_URL: must be set, because all but the log in ${directory} was moved to MongoDB (${path} says so)`,
  )
}
