// What errors of the file system mean, in words.

interface FileProblem {
  readonly what: string
  /** What to do about it, apart from using another path. */
  readonly remedy?: string
  /** False if another path would not help. */
  readonly elsewhere?: false
}

const TOO_FEW = {
  what: 'the process may open too few files (RLIMIT_NOFILE)',
  remedy: 'raise the limit, for example with ulimit -n 4096',
  elsewhere: false,
} as const
/** Said also when not even the modules of the program can be read; this one imports nothing. */
export const TOO_FEW_FILES = `${TOO_FEW.what}: ${TOO_FEW.remedy}`

const PERMISSION = { what: 'permission denied', remedy: 'change its owner or mode' }

const PROBLEMS: { readonly [code: string]: FileProblem } = {
  ENOSPC: { what: 'the disk is full', remedy: 'make room' },
  EDQUOT: { what: 'the disk quota is used up', remedy: 'make room' },
  EROFS: { what: 'it is on a read-only file system' },
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  ENOENT: { what: 'it or its directory does not exist', remedy: 'check the path' },
  ENOTDIR: { what: 'it, or a parent of it, is not a directory', remedy: 'check the path' },
  EEXIST: { what: 'it is not a directory', remedy: 'move it away' },
  EISDIR: { what: 'it is a directory where a file should be', remedy: 'move it away' },
  ELOOP: { what: 'its symbolic links form a loop' },
  ENAMETOOLONG: { what: 'the name is too long' },
  EMFILE: TOO_FEW,
  // LMDB says the same of a disk that becomes full within a write.
  EIO: { what: 'the disk is full or failed', remedy: 'make room or check it' },
  ESTALE: { what: 'the network file system lost it', remedy: 'mount it again' },
}

/** @returns undefined for an error that does not come from the file system, or not from the path alone */
export const fileProblem = (code: string | undefined): string | undefined => PROBLEMS[code ?? '']?.what

/** What LMDB says of a disk, in words, and stores as the cause of their errors. */
const SAID: readonly (readonly [text: string, code: string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Input/output error', 'EIO'],
]

/** Code of an error of the file system, or of another system call; undefined for an error of neither. */
export function fileErrorCode(error: unknown): string | undefined {
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && syscall !== undefined) return code
  const texts = [message, (cause as Error | undefined)?.message]
  return SAID.find(([said]) => texts.some((text) => text?.includes(said)))?.[1]
}

/** What is wrong, and what to do. @param otherwise how to use another path, if that helps: `choose another directory` */
export function fileAdvice(code: string, otherwise: string): string {
  const unknown: FileProblem = { what: `it cannot be used (${code})`, remedy: 'check the disk' }
  const { what, remedy, elsewhere = true } = PROBLEMS[code] ?? unknown
  return `${what}: ${[remedy, elsewhere && otherwise].filter(Boolean).join(', or ')}`
}

/** The same of an error of the file system, in a line with what the system said; undefined for every other error. */
export function fileErrorText(error: Error): string | undefined {
  const problem = PROBLEMS[fileErrorCode(error) ?? '']
  if (problem === undefined) return undefined
  const { what, remedy = 'use another path' } = problem
  return `${what}: ${remedy} (${error.message.replace(/\s+/g, ' ')})`
}
