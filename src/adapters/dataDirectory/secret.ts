import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The secret that a data directory has, if it has one. */
export function existingSecret(directory: string): Buffer | undefined {
  const path = join(directory, 'secret.key')
  return existsSync(path) ? parseSecret(readFileSync(path, 'utf8')) : undefined
}
