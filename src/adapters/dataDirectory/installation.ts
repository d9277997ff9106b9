import { join, resolve } from 'node:path'
import { systemClock } from '../../kernel/clock.js'
import { checkFile } from '../lmdb/checkFile.js'
import { type DataDirectory, pathsIn } from './dataDirectory.js'
import { DataDirectoryError } from './error.js'
import { checkFormat } from './format.js'
import { lock } from './lock.js'
import { exists, withPathErrors } from './problem.js'

type Installation = Omit<DataDirectory, 'secret' | 'secrets'>

const OTHERWISE = 'pass a copy of the directory that this user can write to as --from'

/**
 * Opens the directory of an embedded service that is to be migrated, and locks it against every service meanwhile.
 * Writes nothing to it but its lock.
 * @throws DataDirectoryError when it holds no embedded service, is damaged, or is in use
 */
export function openInstallation(directory: string): Installation {
  const path = resolve(directory)
  const paths = pathsIn(path)
  const format = join(path, 'format.json')
  for (const file of [format, paths.events, paths.documents, paths.vault]) {
    if (exists(file, OTHERWISE)) continue
    throw new DataDirectoryError(
      `${path} holds no embedded mailproof (${file} is missing): pass the DATA_DIR of the service to be migrated as --from`,
    )
  }
  const lockPath = join(path, 'serve.lock')
  const release = withPathErrors(
    lockPath,
    () => lock(lockPath, new Date(systemClock.now()), { advice: ', then migrate its data' }),
    OTHERWISE,
  )
  try {
    withPathErrors(format, () => checkFormat(format, paths.events), OTHERWISE)
    for (const file of [paths.events, paths.documents, paths.vault])
      withPathErrors(file, () => checkFile(file), OTHERWISE)
    return { path, paths, release }
  } catch (error) {
    release()
    throw error
  }
}
