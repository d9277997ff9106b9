// The secret key of a data directory: created, read and replaced.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError } from './error.js'
import { exists, withPathErrors } from './problem.js'
import { replaceWholeSync, writeNewWhole } from './writeWhole.js'

const SECRET_BYTES = 32
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

/**
 * The service's secret, from which its encryption and hashing keys derive. Generated on the first start.
 * @param sealedPath the file that cannot be read without the secret
 */
export function readSecret(path: string, sealedPath: string): Buffer {
  if (!exists(path)) {
    if (exists(sealedPath)) {
      throw new DataDirectoryError(
        `${path} is missing, and sealed data cannot be read without it: put it back from where you keep it (mailproof secret export prints it). If it is lost for good, move ${sealedPath} away, and run mailproof accept-loss, which says what that means`,
      )
    }
    writeNewWhole(path, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, 0o600)
  }
  const secret = parseSecret(readFileSync(path, 'utf8'))
  if (!secret) {
    throw new DataDirectoryError(
      `${path} is not a secret key (${SECRET_BYTES} bytes as base64): restore it from a backup`,
    )
  }
  return secret
}

const parseSecret = (text: string): Buffer | undefined =>
  BASE64.test(text.trim()) ? Buffer.from(text, 'base64') : undefined

/** The secret that a data directory had before the one that it has, while that replaces it. */
const PREVIOUS_SECRET = 'secret.key.previous'

/** The secret of a data directory as it is now, and the one before it, if that is still there. */
export function secretsIn(directory: string): readonly Buffer[] {
  const [secret, previous] = ['secret.key', PREVIOUS_SECRET].map((name) => secretAt(join(directory, name)))
  return [secret, previous].filter((each) => each !== undefined)
}

const secretAt = (path: string): Buffer | undefined =>
  exists(path) ? parseSecret(readFileSync(path, 'utf8')) : undefined

/**
 * Replaces the secret of a data directory by a new one, and keeps the old one beside it. The vault has to be wrapped again with
 * both. Does nothing if that has been started, and was interrupted.
 * @throws DataDirectoryError when there is no secret
 */
export function replaceSecret(directory: string): void {
  const path = join(directory, 'secret.key')
  const previous = join(directory, PREVIOUS_SECRET)
  withPathErrors(path, () => {
    const old = readFileSync(path, 'utf8').trim()
    writeNewWhole(previous, `${old}\n`, 0o600)
    // An interrupted rotation has left another one.
    if (readFileSync(previous, 'utf8').trim() !== old) return
    replaceWholeSync(path, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, 0o600)
  })
}

/**
 * Keeps the old secret under a name with this time, once no data key needs it: backups from before do.
 * @returns the name
 */
export function retireSecret(directory: string, at: string): string {
  const name = `secret.key.until-${at.replace(/[-:]|\.\d+/g, '')}`
  withPathErrors(join(directory, PREVIOUS_SECRET), () =>
    renameSync(join(directory, PREVIOUS_SECRET), join(directory, name)),
  )
  return name
}

/** Whether other users may read a file. */
export const isOpenToOthers = (path: string): boolean => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o077) !== 0
}
