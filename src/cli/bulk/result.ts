import { constants, createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../output.js'
import { PermanentError } from './retryErrors.js'

/** `list.csv` -> `list.verified.csv`, beside it. */
export function resultPathOf(listPath: string): string {
  const { dir, name } = parse(listPath)
  return join(dir, `${name}.verified.csv`)
}

export interface ResultFile {
  readonly path: string
  /** Fails early: before anything is uploaded. @throws UsageError when nothing can be written there */
  check(): Promise<void>
  /** All of it or nothing. @throws NotDone when a file has come to be there; whatever the pieces throw */
  write(pieces: AsyncIterable<Buffer>): Promise<void>
}

/** Where the result goes. @param force a file that is there is replaced */
export function createResultFile(out: string, { force }: { readonly force: boolean }): ResultFile {
  const path = resolve(out)
  const temporary = `${path}.${process.pid}.tmp`

  async function inTheWay(): Promise<string | undefined> {
    const found = await stat(path).catch(() => undefined)
    if (found && !found.isFile()) return `${out} is there and is no file. Choose another with --out.`
    if (found && !force) return `${out} is there already. Remove it, choose another with --out, or say --force.`
    return undefined
  }

  return {
    path,
    async check() {
      const trouble = await inTheWay()
      if (trouble) throw new UsageError(trouble)
      await access(dirname(path), constants.W_OK).catch(() => {
        throw new UsageError(`Nothing can be written to ${dirname(path)}. Choose another place with --out.`)
      })
    },
    async write(pieces) {
      try {
        await pipeline(pieces, createWriteStream(temporary))
        const trouble = await inTheWay()
        if (trouble) throw new PermanentError(trouble)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
  }
}
