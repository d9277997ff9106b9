import { DataDirectoryError } from './error.js'

const ADVICE: { readonly [code: string]: string } = {
  EACCES: 'permission denied: change its owner or mode, or set DATA_DIR to another directory',
  EPERM: 'permission denied: change its owner or mode, or set DATA_DIR to another directory',
  EROFS: 'it is on a read-only file system: set DATA_DIR to another directory',
  ENOTDIR: 'a parent of it is not a directory: move that away, or set DATA_DIR to another directory',
  EEXIST: 'it is not a directory: move it away, or set DATA_DIR to another directory',
  EISDIR: 'it is a directory where a file should be: move it away',
  ENOSPC: 'the disk is full: make room, or set DATA_DIR to another disk',
  EDQUOT: 'the disk quota is used up: make room, or set DATA_DIR to another disk',
  ENOENT: 'it does not exist and cannot be created: set DATA_DIR to another directory',
  ELOOP: 'its symbolic links form a loop: set DATA_DIR to another directory',
  ENAMETOOLONG: 'the name is too long: set DATA_DIR to another directory',
}

/** Runs work on a path, and turns system errors into a one-line DataDirectoryError that says what to do. */
export function withPathErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof DataDirectoryError || code === undefined) throw error
    throw new DataDirectoryError(`${path}: ${ADVICE[code] ?? `it cannot be used (${code}): check the disk`}`, {
      cause: error,
    })
  }
}
