// What prevents a backup or a restore, as one line for the operator.

/** A set cannot be used, or written. The message is one line: what is wrong, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const ADVICE: { readonly [code: string]: string } = {
  ENOSPC: 'the disk is full: make room, or choose another directory',
  EDQUOT: 'the disk quota is used up: make room, or choose another directory',
  EROFS: 'it is on a read-only file system: choose another directory',
  EACCES: 'permission denied: change its owner or mode, or choose another directory',
  EPERM: 'permission denied: change its owner or mode, or choose another directory',
  ENOTDIR: 'it is not a directory: choose another path',
  EEXIST: 'it is not a directory: choose another path',
  ENOENT: 'it does not exist: check the path',
  EIO: 'the disk failed: check it, or choose another directory',
  ESTALE: 'the network file system lost it: mount it again',
}

/**
 * Runs work on files of a directory, and turns errors of the file system into a BackupError.
 * @param consequence what the error means for what was there before, as the end of the sentence
 */
export async function withFileErrors<T>(directory: string, work: () => Promise<T>, consequence = ''): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    const advice = ADVICE[code] ?? `it cannot be used (${code}): check the disk`
    throw new BackupError(`${directory}: ${advice}${consequence}`, { cause: error })
  }
}

/** Code of an error of the file system. LMDB reports a full disk in words, and stores as the cause of theirs. */
function codeOf(error: unknown): string | undefined {
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && syscall !== undefined) return code
  const isFull = [message, (cause as Error | undefined)?.message].some((text) =>
    text?.includes('No space left on device'),
  )
  return isFull ? 'ENOSPC' : undefined
}
