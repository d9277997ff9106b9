import { fileAdvice } from '../../kernel/fileProblem.js'
import { DataDirectoryError } from './error.js'

/** Runs work on a path, and turns system errors into a one-line DataDirectoryError that says what to do. */
export function withPathErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw pathError(path, error)
  }
}

/** The error to throw for one of work on a path. */
export function pathError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DataDirectoryError || code === undefined) return error
  return new DataDirectoryError(`${path}: ${fileAdvice(code, 'set DATA_DIR to another directory')}`, { cause: error })
}
