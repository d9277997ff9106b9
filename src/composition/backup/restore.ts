// Restores a set: into a data directory, into the configured stores, or into a scratch directory as a drill.
import { lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { makeDirectory } from '../../adapters/dataDirectory/makeDirectory.js'
import { secretsIn } from '../../adapters/dataDirectory/secret.js'
import { writeNewWhole } from '../../adapters/dataDirectory/writeWhole.js'
import { opensCheck } from '../../adapters/vault/keyCheck.js'
import { type Config, ConfigError } from '../../config.js'
import { sha256 } from '../../kernel/ids.js'
import { isWithin } from '../../kernel/within.js'
import type { MigrationStep } from '../migration/progress.js'
import { secretsOf } from '../stores.js'
import { BackupError, withFileErrors } from './problem.js'
import { type ReportRestore, type Restored, type RestoreStep, restoreFiles } from './restoreFiles.js'
import { type BackupSet, type End, openSet } from './set.js'
import { realOf } from './setDirectory.js'

export type { Restored } from './restoreFiles.js'

export interface RestoreRequest {
  readonly config: Config
  /** Directory of the set. */
  readonly from: string
  /** Directory to restore into; undefined restores into the configured stores. */
  readonly to: string | undefined
  readonly end: End
  readonly report: (step: RestoreStep | MigrationStep, done: number, total: number) => void
}

export interface RestoreResult extends Restored {
  /** Where the data is now. */
  readonly place: string
  /** Whether services find the secret key there. */
  readonly withSecret: boolean
}

/** Restores a set. Everything is checked before anything is written. @throws BackupError, ConfigError or StoreUrlError */
export async function restore({ config, from, to, end, report }: RestoreRequest): Promise<RestoreResult> {
  if (to !== undefined && config.MONGODB_URL) {
    throw new ConfigError('--to restores into a data directory: unset MONGODB_URL and KURRENTDB_URL, or leave --to out')
  }
  if (to === undefined && !config.MONGODB_URL) {
    throw new ConfigError(
      '--to is missing: name the directory to restore into, or set MONGODB_URL to restore into MongoDB',
    )
  }
  const place = to === undefined ? undefined : resolve(to)
  if (place !== undefined && isWithin(realOf(place), realOf(from))) {
    throw new BackupError(`${place} is in the backup ${resolve(from)}: choose a directory elsewhere`)
  }
  const { set, secrets, last } = await openChecked(config, from, end, report)
  const options = { config, secrets, last, report }
  if (place === undefined) return restoreShared(set, options)
  const restored = await restoreFiles(set, place, options)
  const secret = set.manifest.secret.file ? secrets.find((one) => belong([one], set)) : undefined
  if (secret) writeNewWhole(join(place, 'secret.key'), `${secret.toString('base64')}\n`, 0o600)
  return { ...restored, place, withSecret: secret !== undefined }
}

/** The drill: restores a set into a scratch directory, verifies it there, and deletes it. */
export async function verifySet(config: Config, from: string, report: ReportRestore): Promise<Restored> {
  const { set, secrets, last } = await openChecked(config, from, {}, report)
  return inScratch('drill', set, (directory) => restoreFiles(set, directory, { config, secrets, last, report }))
}

async function openChecked(config: Config, from: string, end: End, report: ReportRestore) {
  const set = await openSet(from, (bytes, total) => report('check', bytes, total))
  const secrets = await secretsFor(config, set)
  const last = await set.lastEventOf(end)
  return { set, secrets, last }
}

/** Whether these secret keys, if any, open the vault of a set. */
const belong = (secrets: readonly Buffer[], { manifest }: BackupSet): boolean =>
  secrets.length > 0 && manifest.secret.checks.every((check) => opensCheck(secrets, check))

/** The secret keys: those of the settings, of the set, or of the configured data directory. @throws ConfigError */
async function secretsFor(config: Config, set: BackupSet): Promise<readonly Buffer[]> {
  const { path, manifest, pathOf } = set
  const { file } = manifest.secret
  const given = secretsOf(config)
  if (given.length > 0) {
    if (belong(given, set)) return given
    throw new ConfigError(
      `SECRET_KEY: the data in ${path} was sealed with another secret key: set the one that belongs to it`,
    )
  }
  const inSet = file ? [Buffer.from((await readFile(pathOf(file.file), 'utf8')).trim(), 'base64')] : []
  const present = secretsIn(config.DATA_DIR)
  const found = [inSet, present].find((secrets) => belong(secrets, set))
  if (found) return found
  if (present.length > 0) {
    throw new ConfigError(
      `SECRET_KEY: the data in ${path} was sealed with another secret key than that in ${config.DATA_DIR}: set the one that belongs to it (mailproof secret rotate keeps the former ones there, as secret.key.until-…)`,
    )
  }
  throw new ConfigError(
    `SECRET_KEY: must be set to the secret key of the installation in ${path}, because it is neither in the set (mailproof backup --with-secret) nor in DATA_DIR`,
  )
}

/** Restores into a scratch directory, and moves that to the configured stores. */
async function restoreShared(
  set: BackupSet,
  options: Parameters<typeof restoreFiles>[2] & Pick<RestoreRequest, 'report'>,
): Promise<RestoreResult> {
  const { config, report } = options
  const { migrate } = await import('../migration/migrate.js')
  return inScratch('restore', set, async (directory) => {
    const restored = await restoreFiles(set, directory, options)
    const migrated = await migrate(config, directory, report)
    if (migrated.outcome === 'differs') {
      throw new BackupError(
        `the stores do not have what the set has (${migrated.log ?? migrated.models.join(', ')}): run the same command again`,
      )
    }
    if (migrated.outcome === 'already_moved') {
      throw new BackupError(
        `MONGODB_URL: the installation in ${set.path} was restored to these stores on ${migrated.at}; restore it into empty ones`,
      )
    }
    return { ...restored, place: 'the configured stores', withSecret: true }
  })
}

/** A scratch directory for one use of a set; what an interrupted use has left there is deleted. */
async function inScratch<T>(purpose: string, { path }: BackupSet, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(tmpdir(), `mailproof-${purpose}-${sha256(path).slice(0, 16)}`)
  const remove = () => rm(directory, { recursive: true, force: true })
  await withFileErrors(directory, () => makePrivate(directory))
  try {
    const result = await use(directory)
    await withFileErrors(directory, remove)
    return result
  } catch (error) {
    // Locked: another process uses it.
    if (!(error instanceof DataDirectoryError)) await remove().catch(() => {})
    throw error
  }
}

/** Creates a directory for this user alone, where others can create one first. @throws BackupError when one has */
async function makePrivate(directory: string): Promise<void> {
  makeDirectory(dirname(directory))
  try {
    return await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = await lstat(directory)
  // Windows has neither users nor modes here, and a temporary directory for each user.
  const isPrivate = !process.getuid || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
  if (found.isDirectory() && isPrivate) return
  throw new BackupError(`${directory} may belong to another user: delete it, or set TMPDIR to a directory of your own`)
}
