import { statSync } from 'node:fs'
import { fileAdvice } from '../../kernel/fileProblem.js'
import { DataDirectoryError } from './error.js'

/**
 * Runs work on a path, and turns system errors into a one-line DataDirectoryError that says what to do.
 * @param otherwise how to use another path
 */
export function withPathErrors<T>(path: string, work: () => T, otherwise?: string): T {
  try {
    return work()
  } catch (error) {
    throw pathError(path, error, otherwise)
  }
}

/** Whether there is something at a path. @throws DataDirectoryError if that cannot be known: `existsSync` then says no */
export function exists(path: string, otherwise?: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return false
    throw pathError(path, error, otherwise)
  }
}

/** The error to throw for one of work on a path. */
export function pathError(path: string, error: unknown, otherwise = 'set DATA_DIR to another directory'): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DataDirectoryError || code === undefined) return error
  return new DataDirectoryError(`${path}: ${fileAdvice(code, otherwise)}`, { cause: error })
}
