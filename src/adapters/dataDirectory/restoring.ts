import { join } from 'node:path'
import { DataDirectoryError } from './error.js'
import { exists } from './problem.js'

/** File that is in a data directory while a backup is being restored into it. */
export const RESTORING = 'restoring.json'

/** @throws DataDirectoryError when a restore into the directory was not completed */
export function refuseRestoring(directory: string): void {
  const path = join(directory, RESTORING)
  if (!exists(path)) return
  throw new DataDirectoryError(
    `${directory} holds only a part of a backup, because its restore was not completed: run the same mailproof restore again`,
  )
}
