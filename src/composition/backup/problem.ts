// What prevents a backup or a restore, as one line for the operator.
import { fileAdvice, fileErrorCode } from '../../kernel/fileProblem.js'

/** A set cannot be used, or written. The message is one line: what is wrong, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Runs work on files of a directory, and turns errors of the file system into a BackupError.
 * @param consequence what the error means for what was there before, as the end of the sentence
 */
export async function withFileErrors<T>(directory: string, work: () => Promise<T>, consequence = ''): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = fileErrorCode(error)
    if (code === undefined) throw error
    const advice = fileAdvice(code, 'choose another directory')
    throw new BackupError(`${directory}: ${advice}${consequence}`, { cause: error })
  }
}
