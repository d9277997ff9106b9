import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '../../kernel/clock.js'
import { checkFile } from '../lmdb/checkFile.js'
import { DataDirectoryError } from './error.js'
import { checkFormat } from './format.js'
import { lock } from './lock.js'
import { makeDirectory } from './makeDirectory.js'
import { touching } from './problem.js'
import { readSecret } from './secret.js'

export interface DataDirectory {
  readonly path: string
  readonly paths: {
    readonly events: string
    readonly documents: string
    readonly vault: string
    readonly jobs: string
    readonly blobs: string
  }
  /** The service's secret, 32 bytes. */
  readonly secret: Buffer
  /** Lets another process hold the directory. */
  release(): void
}

export interface OpenOptions {
  /** A service holds the directory, by itself or together with others of its kind; the operator's commands do not. */
  readonly hold: boolean | 'together'
  /** The secret, where it is not kept in the directory. */
  readonly secret?: Buffer | undefined
  readonly clock?: Clock
}

/**
 * Opens the directory that holds everything, and begins it when it is new.
 * @throws DataDirectoryError when it is held by another process, of a newer format, damaged, or cannot be used
 */
export function openDataDirectory(
  given: string,
  { hold, secret: kept, clock = systemClock }: OpenOptions,
): DataDirectory {
  const path = resolve(given)
  const within = (name: string) => join(path, name)
  const paths = pathsIn(path)
  touching(path, () => {
    if (hold) makeDirectory(path)
    else if (!existsSync(within('format.json'))) {
      throw new DataDirectoryError(`${path} holds no data yet: set DATA_DIR to where the service keeps it`)
    }
    if (!statSync(path).isDirectory())
      throw new DataDirectoryError(`${path} is not a directory: set DATA_DIR to another`)
  })
  const lockPath = within('serve.lock')
  const release = hold
    ? touching(lockPath, () => lock(lockPath, new Date(clock.now()), { shared: hold === 'together' }))
    : () => {}
  try {
    const formatPath = within('format.json')
    touching(formatPath, () => checkFormat(formatPath, paths.events))
    for (const file of [paths.events, paths.documents, paths.vault, paths.jobs]) touching(file, () => checkFile(file))
    const secretPath = within('secret.key')
    const secret = kept ?? touching(secretPath, () => readSecret(secretPath, paths.vault))
    return { path, paths, secret, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Where each of the stores is in a directory. */
export const pathsIn = (path: string): DataDirectory['paths'] => ({
  events: join(path, 'events.mdb'),
  documents: join(path, 'documents.mdb'),
  vault: join(path, 'vault.mdb'),
  jobs: join(path, 'jobs.mdb'),
  blobs: join(path, 'blobs'),
})
