import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '../../kernel/clock.js'
import { checkFile } from '../lmdb/checkFile.js'
import { type DataDirectory, pathsIn } from './dataDirectory.js'
import { DataDirectoryError } from './error.js'
import { checkFormat } from './format.js'
import { lock } from './lock.js'
import { touching } from './problem.js'

export type Installation = Omit<DataDirectory, 'secret'>

/**
 * Opens the directory of an embedded service that is to be moved, and keeps every service out of it meanwhile. Nothing
 * in it is made or changed.
 * @throws DataDirectoryError when it holds no such thing, is damaged, or is in use
 */
export function openInstallation(given: string): Installation {
  const path = resolve(given)
  const paths = pathsIn(path)
  const format = join(path, 'format.json')
  for (const file of [format, paths.events, paths.documents, paths.vault]) {
    if (touching(file, () => existsSync(file))) continue
    throw new DataDirectoryError(
      `${path} holds no embedded mailproof (${file} is missing): say --from and the DATA_DIR of the service to be moved`,
    )
  }
  const held = join(path, 'serve.lock')
  const release = touching(held, () => lock(held, new Date(systemClock.now()), { otherwise: ', then move its data' }))
  try {
    touching(format, () => checkFormat(format, paths.events))
    for (const file of [paths.events, paths.documents, paths.vault]) touching(file, () => checkFile(file))
    return { path, paths, release }
  } catch (error) {
    release()
    throw error
  }
}
