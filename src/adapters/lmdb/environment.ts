// Opens and closes LMDB files, shared within the process.
import { resolve } from 'node:path'
import { open, type RootDatabase, type RootDatabaseOptions } from 'lmdb'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { checkFile } from './checkFile.js'
import { checkLock } from './checkLock.js'

/**
 * The map is address space, not memory and not disk: the file grows with its content. Fixed, because processes that
 * share a store would otherwise have to follow each other's growth.
 */
const MAP_BYTES = 2 ** 40

/**
 * The environments that this process has open, by file. LMDB forbids a process to open a file twice (mdb_env_open,
 * "Caveats"): this thread could block on a transaction of one handle, which itself waits for this thread.
 */
const shared = new Map<string, { readonly environment: RootDatabase; users: number }>()

/**
 * Opens or creates an LMDB environment in one file, which several processes on one machine may share; within a process
 * all callers share the handle. Each caller must call `closeEnvironment`.
 * @throws DataDirectoryError when the file is truncated or not a store, or its lock file is damaged while others use it
 */
export function openEnvironment(path: string): RootDatabase {
  const file = resolve(path)
  const known = shared.get(file)
  if (known) {
    known.users++
    return known.environment
  }
  const environment = create(file)
  shared.set(file, { environment, users: 1 })
  return environment
}

/** Closes an environment once its last user closes it. */
export async function closeEnvironment(environment: RootDatabase): Promise<void> {
  const [file, open] = [...shared].find(([, candidate]) => candidate.environment === environment) ?? []
  if (!file || !open || --open.users > 0) return
  shared.delete(file)
  await environment.close()
}

/**
 * Commits are on disk before they are visible: `overlappingSync` off means write, fdatasync, then the meta page
 * through an O_DSYNC descriptor.
 */
function create(path: string): RootDatabase {
  checkFile(path)
  checkLock(path)
  const options: RootDatabaseOptions & { readonly permissionsMode: number } = {
    overlappingSync: false,
    // If enabled, lmdb creates a second promise per transaction that has no handler: a failed commit (a full disk) would
    // be an unhandled rejection and end the process.
    eventTurnBatching: false,
    noSubdir: true,
    mapSize: MAP_BYTES,
    maxDbs: 8,
    permissionsMode: 0o600,
  }
  try {
    return open(path, options)
  } catch (error) {
    throw new DataDirectoryError(
      `${path} cannot be opened (${(error as Error).message}): check the disk and this user’s limits`,
      {
        cause: error,
      },
    )
  }
}
