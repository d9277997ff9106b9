// The directory of a set: one writer, files that appear whole, and the manifest last.
import { realpathSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { lock } from '../../adapters/dataDirectory/lock.js'
import { makeDirectory } from '../../adapters/dataDirectory/makeDirectory.js'
import { syncPath } from '../../adapters/dataDirectory/syncPath.js'
import { isWithin } from '../../kernel/within.js'
import { consequenceFor, filesOf, MANIFEST, type Manifest, manifestText, readManifest } from './manifest.js'
import { BackupError, withFileErrors } from './problem.js'

const LOCK = 'backup.lock'
/** Where files are written before they are part of the set. */
const SCRATCH = 'tmp'
const PARTS = ['segments', 'vault', 'records', 'blobs']

/** Where a backup is written to. */
export interface SetTarget {
  /** The set that is there; undefined at the first backup. */
  readonly previous: Manifest | undefined
  /** Path for a new file, which is not part of the set yet. */
  scratch(): string
  /** Files of the set that no manifest names: left by a backup that was interrupted. */
  unnamed(part: string): Promise<readonly string[]>
  /** Path of a file of the set, to read it. */
  pathOf(file: string): string
  /** Makes a file that is on disk part of the set. */
  add(file: string, path: string): Promise<void>
  /** Makes this the set, and removes the files that only the one before named. */
  complete(manifest: Manifest): Promise<void>
  close(): void
}

/**
 * Opens the directory of a set for writing; creates it if it does not exist.
 * @throws BackupError when another backup is writing to it, or it contains something else
 */
export async function openSetDirectory(directory: string): Promise<SetTarget> {
  const open = async () => {
    makeDirectory(directory)
    const release = lockSet(directory)
    try {
      return { ...(await openLocked(directory)), close: release }
    } catch (error) {
      release()
      throw error
    }
  }
  const previous = await readManifest(directory).catch(() => undefined)
  return withFileErrors(directory, open, consequenceFor(previous))
}

/** @throws BackupError when the set would be lost with what it is a copy of */
export function refuseWithin(directory: string, dataDirectory: string): void {
  if (!isWithin(realOf(directory), realOf(dataDirectory))) return
  throw new BackupError(
    `${directory} is in DATA_DIR (${dataDirectory}), and would be lost with it: choose a directory on another disk`,
  )
}

/** Without symbolic links, as far as it exists. */
export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(resolve(path))
    return parent === resolve(path) ? parent : join(realOf(parent), basename(path))
  }
}

function lockSet(directory: string): () => void {
  try {
    return lock(join(directory, LOCK), new Date(), { advice: ', or wait until its backup is complete' })
  } catch (error) {
    if (error instanceof DataDirectoryError) throw new BackupError(error.message, { cause: error })
    throw error
  }
}

async function openLocked(directory: string): Promise<Omit<SetTarget, 'close'>> {
  let current = await readManifest(directory)
  const own = [LOCK, SCRATCH, MANIFEST, ...PARTS]
  const foreign = (await readdir(directory)).find((name) => !own.includes(name) && name !== 'lost+found')
  if (!current && foreign !== undefined) {
    throw new BackupError(`${directory} contains ${foreign}, which is not part of a backup: choose an empty directory`)
  }
  const scratch = join(directory, SCRATCH)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  for (const part of PARTS) await mkdir(join(directory, part), { mode: 0o700, recursive: true })
  let count = 0

  async function unnamed(part: string): Promise<string[]> {
    const named = new Set(current ? filesOf(current).map(({ file }) => file) : [])
    const files = (await readdir(join(directory, part))).map((name) => `${part}/${name}`)
    return files.filter((file) => !named.has(file)).sort()
  }

  return {
    get previous() {
      return current
    },
    scratch: () => join(scratch, String(++count)),
    unnamed,
    pathOf: (file) => join(directory, file),
    add: (file, path) => rename(path, join(directory, file)),
    async complete(manifest) {
      for (const part of PARTS) await syncPath(join(directory, part))
      const path = join(scratch, MANIFEST)
      await writeFile(path, manifestText(manifest), { mode: 0o600, flush: true })
      await rename(path, join(directory, MANIFEST))
      await syncPath(directory)
      current = manifest
      for (const part of PARTS) for (const file of await unnamed(part)) await rm(join(directory, file), { force: true })
    },
  }
}
