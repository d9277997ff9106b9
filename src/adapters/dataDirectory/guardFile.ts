// The guard record of a data directory: members of its format.json, which older programs do not read.
import { readFileSync } from 'node:fs'
import type { Guard, GuardRecord } from '../../kernel/ports/guard.js'
import { DataDirectoryError } from './error.js'
import { pathError, withPathErrors } from './problem.js'
import { replaceWhole } from './writeWhole.js'

type File = { readonly format: number } & Partial<GuardRecord>

/** The record in a format.json that was checked before; undefined if it has none. @throws DataDirectoryError */
export function readGuardFile(path: string): GuardRecord | undefined {
  const { format: _, ...record } = read(path)
  if (record.installation === undefined) return undefined
  if (!isWhole(record)) throw new DataDirectoryError(`${path} is damaged: restore it from a backup`)
  return record
}

const read = (path: string): File => withPathErrors(path, () => JSON.parse(readFileSync(path, 'utf8')))

const isWhole = (record: Partial<GuardRecord>): record is GuardRecord =>
  [record.installation, record.newest, record.vaultCheck].every((member) => typeof member === 'string') &&
  typeof record.schemas === 'object'

/**
 * Keeps the guard record in format.json. Processes that share the directory may write at the same time: one of the records
 * stays, and each process repeats what it has to say.
 */
export function createFileGuard(path: string): Guard {
  let last: Promise<unknown> = Promise.resolve()

  async function update(change: Parameters<Guard['update']>[0]): Promise<void> {
    const { format } = read(path)
    const record = change(readGuardFile(path))
    if (!record) return
    await replaceWhole(path, `${JSON.stringify({ format, ...record })}\n`, 0o600).catch((error: unknown) => {
      throw pathError(path, error)
    })
  }

  return {
    place: path,
    read: async () => readGuardFile(path),
    update(change) {
      const updated = last.then(() => update(change))
      last = updated.catch(() => {})
      return updated
    },
  }
}
