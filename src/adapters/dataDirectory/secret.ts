import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { DataDirectoryError } from './error.js'
import { writeNewWhole } from './writeWhole.js'

const SECRET_BYTES = 32
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

/**
 * The service's secret, from which its encryption and hashing keys derive. Generated on the first start.
 * @param sealedPath the file that cannot be read without the secret
 */
export function readSecret(path: string, sealedPath: string): Buffer {
  if (!existsSync(path)) {
    if (existsSync(sealedPath)) {
      throw new DataDirectoryError(
        `${path} is missing, and sealed data cannot be read without it: restore it from a backup`,
      )
    }
    writeNewWhole(path, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, 0o600)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (!BASE64.test(text)) {
    throw new DataDirectoryError(
      `${path} is not a secret key (${SECRET_BYTES} bytes as base64): restore it from a backup`,
    )
  }
  return Buffer.from(text, 'base64')
}

/** Whether other users may read a file. */
export const isOpenToOthers = (path: string): boolean => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o077) !== 0
}
