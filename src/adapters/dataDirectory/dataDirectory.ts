// Opens and locks DATA_DIR, and names the files in it.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '../../kernel/clock.js'
import { checkFile } from '../lmdb/checkFile.js'
import { DataDirectoryError } from './error.js'
import { checkFormat, raiseFormat } from './format.js'
import { lock } from './lock.js'
import { makeDirectory } from './makeDirectory.js'
import { withPathErrors } from './problem.js'
import { refuseRestoring } from './restoring.js'
import { readSecret, secretsIn } from './secret.js'

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
  /** The secret and the one before it, if there is one, as they are now. */
  readonly secrets: () => readonly Buffer[]
  /** Releases the lock, so that another process can open the directory. */
  release(): void
}

export interface OpenOptions {
  /** Whether to lock the directory: exclusively, or shared with other services. Operator commands do not lock it. */
  readonly hold: boolean | 'together'
  /** The secret, if it is not stored in the directory. */
  readonly secret?: Buffer | undefined
  readonly clock?: Clock
}

/**
 * Opens the data directory, and creates it if it is new.
 * @throws DataDirectoryError when it is locked by another process, has a newer format, is damaged, or cannot be used
 */
export function openDataDirectory(
  directory: string,
  { hold, secret: givenSecret, clock = systemClock }: OpenOptions,
): DataDirectory {
  const path = resolve(directory)
  const within = (name: string) => join(path, name)
  const paths = pathsIn(path)
  withPathErrors(path, () => {
    if (hold) makeDirectory(path)
    else if (!existsSync(within('format.json'))) {
      throw new DataDirectoryError(`${path} holds no data yet: set DATA_DIR to the data directory of the service`)
    }
    if (!statSync(path).isDirectory())
      throw new DataDirectoryError(`${path} is not a directory: set DATA_DIR to another path`)
  })
  const lockPath = within('serve.lock')
  const release = hold
    ? withPathErrors(lockPath, () => lock(lockPath, new Date(clock.now()), { shared: hold === 'together' }))
    : () => {}
  try {
    refuseRestoring(path)
    const formatPath = within('format.json')
    withPathErrors(formatPath, () => checkFormat(formatPath, paths.events))
    withPathErrors(formatPath, () => raiseFormat(formatPath))
    for (const file of [paths.events, paths.documents, paths.vault, paths.jobs])
      withPathErrors(file, () => checkFile(file))
    const secretPath = within('secret.key')
    const secret = givenSecret ?? withPathErrors(secretPath, () => readSecret(secretPath, paths.vault))
    return { path, paths, secret, secrets: () => (givenSecret ? [givenSecret] : secretsIn(path)), release }
  } catch (error) {
    release()
    throw error
  }
}

/** Paths of the stores in a data directory. */
export const pathsIn = (path: string): DataDirectory['paths'] => ({
  events: join(path, 'events.mdb'),
  documents: join(path, 'documents.mdb'),
  vault: join(path, 'vault.mdb'),
  jobs: join(path, 'jobs.mdb'),
  blobs: join(path, 'blobs'),
})
