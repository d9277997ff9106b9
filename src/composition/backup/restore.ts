// Restores a set: into a data directory, into the configured stores, or into a scratch directory as a drill.
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { existingSecret } from '../../adapters/dataDirectory/secret.js'
import { writeNewWhole } from '../../adapters/dataDirectory/writeWhole.js'
import { opensCheck } from '../../adapters/vault/keyCheck.js'
import type { Config } from '../../config.js'
import { sha256 } from '../../kernel/ids.js'
import type { MigrationStep } from '../migration/progress.js'
import { BackupError, withFileErrors } from './problem.js'
import { type ReportRestore, type Restored, type RestoreStep, restoreFiles } from './restoreFiles.js'
import { type BackupSet, type End, openSet } from './set.js'

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
    throw new BackupError('--to restores into a data directory: unset MONGODB_URL and KURRENTDB_URL, or leave --to out')
  }
  if (to === undefined && !config.MONGODB_URL) {
    throw new BackupError('--to is missing: name the directory to restore into, or set MONGODB_URL to restore into MongoDB')
  }
  const { set, secret, last } = await openChecked(config, from, end, report)
  const options = { config, secret, last, report }
  if (to === undefined) return restoreShared(set, options)
  const place = resolve(to)
  const restored = await restoreFiles(set, place, options)
  const withSecret = set.manifest.secret.file !== null
  if (withSecret) writeNewWhole(join(place, 'secret.key'), `${secret.toString('base64')}\n`, 0o600)
  return { ...restored, place, withSecret }
}

/** The drill: restores a set into a scratch directory, verifies it there, and deletes it. */
export async function verifySet(config: Config, from: string, report: ReportRestore): Promise<Restored> {
  const { set, secret, last } = await openChecked(config, from, {}, report)
  return inScratch('drill', set, (directory) => restoreFiles(set, directory, { config, secret, last, report }))
}

async function openChecked(config: Config, from: string, end: End, report: ReportRestore) {
  const set = await openSet(from, (bytes, total) => report('check', bytes, total))
  const secret = await secretOf(config, set)
  const last = await set.lastEventOf(end)
  return { set, secret, last }
}

/** The secret key: that of the settings, of the configured data directory, or of the set. @throws BackupError */
async function secretOf(config: Config, { path, manifest, pathOf }: BackupSet): Promise<Buffer> {
  const { file, checks } = manifest.secret
  const opens = (secret: Buffer) => checks.every((check) => opensCheck(secret, check))
  if (config.SECRET_KEY) {
    if (opens(config.SECRET_KEY)) return config.SECRET_KEY
    throw new BackupError(`SECRET_KEY: the data in ${path} was sealed with another secret key: set the one that belongs to it`)
  }
  const inSet = file && Buffer.from((await readFile(pathOf(file.file), 'utf8')).trim(), 'base64')
  const secret = [inSet, existingSecret(config.DATA_DIR)].find((candidate) => candidate && opens(candidate))
  if (secret) return secret
  throw new BackupError(
    `SECRET_KEY: must be set to the secret key of the installation in ${path}, because the set does not contain it (it does with mailproof backup --with-secret)`,
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
    return { ...restored, place: 'the configured stores', withSecret: true }
  })
}

/** A scratch directory for one use of a set; what an interrupted use has left there is deleted. */
async function inScratch<T>(purpose: string, { path }: BackupSet, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(tmpdir(), `mailproof-${purpose}-${sha256(path).slice(0, 16)}`)
  const remove = () => rm(directory, { recursive: true, force: true })
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
