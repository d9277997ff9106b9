// The file with the results of `mailproof bulk`: where it is, and how it is written whole or not at all.
import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileProblem } from '../../kernel/fileProblem.js'
import { UsageError } from '../output.js'
import { PermanentError } from './retryErrors.js'

/** `list.csv` -> `list.verified.csv`, or `list.risky.csv` for the risky rows only, in the same directory. */
export function resultPathOf(listPath: string, only = 'verified'): string {
  const { dir, name } = parse(listPath)
  return join(dir, `${name}.${only}.csv`)
}

export interface ResultFile {
  readonly path: string
  /** Checks before the upload that the result can be written. @throws UsageError */
  check(): Promise<void>
  /**
   * Writes atomically, all or nothing; only its owner may read it.
   * @throws PermanentError if a file has appeared at the path, or it cannot be written; rethrows errors of `pieces`
   */
  write(pieces: AsyncIterable<Buffer>): Promise<void>
}

/** @param force overwrite an existing file */
export function createResultFile(out: string, { force }: { readonly force: boolean }): ResultFile {
  const path = resolve(out)

  async function findConflict(): Promise<string | undefined> {
    const found = await stat(path).catch(() => undefined)
    if (found && !found.isFile()) return `${out} exists and is not a regular file. Choose another path with --out.`
    if (found && !force) return `${out} already exists. Remove it, choose another path with --out, or pass --force.`
    return undefined
  }

  return {
    path,
    async check() {
      const conflict = await findConflict()
      if (conflict) throw new UsageError(conflict)
      await access(dirname(path), constants.W_OK).catch(() => {
        throw new UsageError(`Cannot write to the directory ${dirname(path)}. Choose another path with --out.`)
      })
    },
    async write(pieces) {
      // Not after the name: that one may be as long as the file system allows.
      const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
      try {
        await pipeline(pieces, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
        const conflict = await findConflict()
        if (conflict) throw new PermanentError(conflict)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        const { code, syscall } = error as NodeJS.ErrnoException
        const reason = fileProblem(code)
        if (reason === undefined || syscall === undefined) throw error
        throw new PermanentError(`Cannot write to ${out}: ${reason}.`)
      }
    },
  }
}
