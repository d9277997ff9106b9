// Rewrites an LMDB file without its free pages.
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { syncPathNow } from '../dataDirectory/syncPath.js'
import { checkFile, newestMeta } from './checkFile.js'
import { closeEnvironment, openEnvironment } from './environment.js'

export interface Compacted {
  /** Sizes in bytes. */
  readonly before: number
  readonly after: number
}

/**
 * Replaces a store's file by a copy without free pages (mdb_env_copy2 with MDB_CP_COMPACT). The file is the old or the new
 * one at any time. No other process may use it.
 * @returns undefined when there is no file
 * @throws DataDirectoryError when another process uses it
 */
export async function compactFile(path: string): Promise<Compacted | undefined> {
  const copy = `${path}.compacting`
  rmSync(copy, { force: true })
  if (!existsSync(path)) return undefined
  const before = statSync(path).size
  const environment = openEnvironment(path)
  try {
    refuseOtherUsers(path, environment.readerList())
    const transaction = lastTransaction(path)
    await environment.backup(copy, true)
    // A command may have been started meanwhile, and what it wrote is not in the copy.
    refuseOtherUsers(path, environment.readerList())
    if (lastTransaction(path) !== transaction)
      throw new DataDirectoryError(`${path} was written to while it was copied: run this again while nothing uses it`)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  } finally {
    await closeEnvironment(environment)
  }
  chmodSync(copy, 0o600)
  syncPathNow(copy)
  checkFile(copy)
  renameSync(copy, path)
  // LMDB's lock file belongs to the file that it was created for.
  rmSync(`${path}-lock`, { force: true })
  syncPathNow(dirname(path))
  return { before, after: statSync(path).size }
}

function lastTransaction(path: string): bigint | number | undefined {
  const file = openSync(path, 'r')
  try {
    return newestMeta(file)?.transaction
  } finally {
    closeSync(file)
  }
}

/** A process that goes on using the old file would write what nobody reads. */
function refuseOtherUsers(path: string, readers: string): void {
  // Lines of process, thread and transaction, after a heading.
  const processes = [...readers.matchAll(/^\s*(\d+)\s/gm)].map(([, pid]) => Number(pid))
  const other = processes.find((pid) => pid !== process.pid)
  if (other === undefined) return
  throw new DataDirectoryError(`${path} is used by process ${other}: stop it, then compact the file`)
}
