// The directory of the disk blob store: names of its files, and removal of what dead writers left.
import { closeSync, constants, openSync, readdirSync, rmSync } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { join } from 'node:path'
import extensions from 'fs-native-extensions'
import { newId } from '../../kernel/ids.js'
import { makeDirectory } from '../dataDirectory/makeDirectory.js'
import { withPathErrors } from '../dataDirectory/problem.js'
import { syncPath } from '../dataDirectory/syncPath.js'
import { isName } from './request.js'

const BLOB = '.blob'
const TEMPORARY = '.tmp'

export const blobPath = (directory: string, name: string): string => join(directory, name + BLOB)

/** Name of the blob in a file; undefined when the file is not a blob. */
export const nameOf = (file: string): string | undefined => {
  const name = file.endsWith(BLOB) ? file.slice(0, -BLOB.length) : undefined
  return name !== undefined && isName(name) ? name : undefined
}

/**
 * The directory of the blobs; created if it does not exist. Temporary files of writers that have died are removed: a
 * writer holds a kernel lock on its temporary file, which is released when its process ends, however it ends.
 * @throws DataDirectoryError when it cannot be used
 */
export function openDirectory(path: string) {
  withPathErrors(path, () => {
    makeDirectory(path)
    for (const file of readdirSync(path)) if (file.endsWith(TEMPORARY)) removeAbandoned(join(path, file))
  })
  return {
    path,
    pathOf: (name: string) => blobPath(path, name),
    nameOf,
    /** Creates a temporary file, locked until it is closed. */
    async openTemporary(name: string) {
      const temporary = join(path, `${name}.${newId()}${TEMPORARY}`)
      const file = await open(temporary, 'wx', 0o600)
      extensions.tryLock(file.fd)
      return { temporary, file }
    },
    /** Makes renames and removals in the directory durable. */
    sync: () => syncPath(path),
    ready: () => access(path, constants.R_OK | constants.W_OK | constants.X_OK),
  }
}

function removeAbandoned(temporary: string): void {
  let file: number
  try {
    file = openSync(temporary, constants.O_RDWR)
  } catch (error) {
    // Its writer has just finished, or another process has removed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    if (extensions.tryLock(file)) rmSync(temporary, { force: true })
  } finally {
    closeSync(file)
  }
}
