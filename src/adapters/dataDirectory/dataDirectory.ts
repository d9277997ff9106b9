// Opens and locks DATA_DIR, and names the files in it.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '../../kernel/clock.js'
import { START } from '../../kernel/position.js'
import { checkFile } from '../lmdb/checkFile.js'
import { DataDirectoryError } from './error.js'
import { checkFormat, raiseFormat } from './format.js'
import { readGuardFile } from './guardFile.js'
import { lock } from './lock.js'
import { makeDirectory } from './makeDirectory.js'
import { exists, withPathErrors } from './problem.js'
import { refuseRestoring } from './restoring.js'
import { readSecret, secretsIn } from './secret.js'

export interface DataDirectory {
  readonly path: string
  readonly paths: {
    readonly format: string
    readonly secret: string
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
  /** Whether to create it if it is new; by default if it is locked. */
  readonly creates?: boolean
  /** The secret, if it is not stored in the directory. */
  readonly secret?: Buffer | undefined
  /** Stores that are in the directory, unless it is new: nothing is created in place of one that is missing. */
  readonly keeps?: readonly ('events' | 'vault')[]
  readonly clock?: Clock
}

/**
 * Opens the data directory, or creates it.
 * @throws DataDirectoryError when it is locked by another process, has a newer format, is damaged, or cannot be used
 */
export function openDataDirectory(
  directory: string,
  { hold, creates = hold !== false, secret: givenSecret, keeps = [], clock = systemClock }: OpenOptions,
): DataDirectory {
  const path = resolve(directory)
  const within = (name: string) => join(path, name)
  const paths = pathsIn(path)
  withPathErrors(path, () => {
    if (creates) makeDirectory(path)
    else if (!exists(paths.format)) {
      refuseRestoring(path)
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
    withPathErrors(paths.format, () => checkFormat(paths.format, paths.events))
    refuseMissing(paths, keeps)
    withPathErrors(paths.format, () => raiseFormat(paths.format))
    for (const file of [paths.events, paths.documents, paths.vault]) withPathErrors(file, () => checkFile(file))
    withPathErrors(paths.jobs, () => checkFile(paths.jobs, 'move it away; everything in it is found again'))
    const secret = givenSecret ?? withPathErrors(paths.secret, () => readSecret(paths.secret, paths.vault))
    return { path, paths, secret, secrets: () => (givenSecret ? [givenSecret] : secretsIn(path)), release }
  } catch (error) {
    release()
    throw error
  }
}

/** @throws DataDirectoryError when a store is missing that the installation has used */
function refuseMissing(paths: DataDirectory['paths'], keeps: NonNullable<OpenOptions['keeps']>): void {
  const record = readGuardFile(paths.format)
  if (!record) return
  const missing = keeps.filter((name) => !exists(paths[name]))
  // A log may be missing that never had an event.
  const [lost] = missing.filter((name) => name !== 'events' || record.newest !== START)
  if (!lost) return
  const secret = lost === 'vault' ? ', together with secret.key' : ''
  throw new DataDirectoryError(
    `${paths[lost]} is missing, although this installation has used it: mount or restore it${secret}. If it is lost for good, run mailproof accept-loss, which says what that means`,
  )
}

/** Paths of the stores in a data directory. */
export const pathsIn = (path: string): DataDirectory['paths'] => ({
  format: join(path, 'format.json'),
  secret: join(path, 'secret.key'),
  events: join(path, 'events.mdb'),
  documents: join(path, 'documents.mdb'),
  vault: join(path, 'vault.mdb'),
  jobs: join(path, 'jobs.mdb'),
  blobs: join(path, 'blobs'),
})
