import { closeSync, constants, openSync, readdirSync, rmSync } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { join } from 'node:path'
import extensions from 'fs-native-extensions'
import { newId } from '../../kernel/ids.js'
import { makeDirectory } from '../dataDirectory/makeDirectory.js'
import { withPathErrors } from '../dataDirectory/problem.js'
import { isName } from './request.js'

const BLOB = '.blob'
const TEMPORARY = '.tmp'

export const blobPath = (directory: string, name: string): string => join(directory, name + BLOB)

/** The name of the blob in a file; undefined when the file holds none. */
export const nameOf = (file: string): string | undefined => {
  const name = file.endsWith(BLOB) ? file.slice(0, -BLOB.length) : undefined
  return name !== undefined && isName(name) ? name : undefined
}

/**
 * The directory of the blobs, made where there is none, without what writers left that died: whoever writes holds a
 * lock on its temporary file, which the kernel takes from it when it dies, whatever the way.
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
    /** A new file, locked until it is closed. */
    async openTemporary(name: string) {
      const temporary = join(path, `${name}.${newId()}${TEMPORARY}`)
      const file = await open(temporary, 'wx', 0o600)
      extensions.tryLock(file.fd)
      return { temporary, file }
    },
    /** Makes what was renamed or removed in it durable. */
    async sync() {
      const directory = await open(path, 'r')
      try {
        await directory.sync()
      } finally {
        await directory.close()
      }
    },
    ready: () => access(path, constants.R_OK | constants.W_OK | constants.X_OK),
  }
}

function removeAbandoned(temporary: string): void {
  let file: number
  try {
    file = openSync(temporary, constants.O_RDWR)
  } catch (error) {
    // Its writer has just finished, or another process was as quick.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    if (extensions.tryLock(file)) rmSync(temporary, { force: true })
  } finally {
    closeSync(file)
  }
}
