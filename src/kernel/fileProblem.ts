// What errors of the file system mean, in words.

interface FileProblem {
  readonly what: string
  /** What to do about it, apart from using another path. */
  readonly remedy?: string
}

const PERMISSION = { what: 'permission denied', remedy: 'change its owner or mode' }

const PROBLEMS: { readonly [code: string]: FileProblem } = {
  ENOSPC: { what: 'the disk is full', remedy: 'make room' },
  EDQUOT: { what: 'the disk quota is used up', remedy: 'make room' },
  EROFS: { what: 'it is on a read-only file system' },
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  ENOENT: { what: 'it or its directory does not exist', remedy: 'check the path' },
  ENOTDIR: { what: 'a parent of it is not a directory', remedy: 'move that away' },
  EEXIST: { what: 'it is not a directory', remedy: 'move it away' },
  EISDIR: { what: 'it is a directory where a file should be', remedy: 'move it away' },
  ELOOP: { what: 'its symbolic links form a loop' },
  ENAMETOOLONG: { what: 'the name is too long' },
  EMFILE: { what: 'the process has too many open files', remedy: 'raise its limit (ulimit -n)' },
  EIO: { what: 'the disk failed', remedy: 'check it' },
  ESTALE: { what: 'the network file system lost it', remedy: 'mount it again' },
}

/** @returns undefined for an error that does not come from the file system, or not from the path alone */
export const fileProblem = (code: string | undefined): string | undefined => PROBLEMS[code ?? '']?.what

/** What is wrong, and what to do. @param otherwise how to use another path: `choose another directory` */
export function fileAdvice(code: string, otherwise: string): string {
  const { what, remedy } = PROBLEMS[code] ?? { what: `it cannot be used (${code})`, remedy: 'check the disk' }
  return `${what}: ${remedy === undefined ? '' : `${remedy}, or `}${otherwise}`
}
