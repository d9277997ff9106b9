/**
 * Creates the root encryption key in the volume of the secrets, once; docker-compose.yml runs it before the service.
 * SECRET_KEY, if set, is the key to store; otherwise it is generated. An existing key is never replaced. Argument: the
 * path of the key file.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32
const [, , path] = process.argv
const given = process.env.SECRET_KEY?.trim()

/** Prints the message and exits with code 1. */
function fail(message) {
  console.error(message)
  process.exit(1)
}

function readExisting() {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    fail(`${path} cannot be read (${error.code}).`)
  }
}

if (given && Buffer.from(given, 'base64').length !== KEY_BYTES)
  fail('SECRET_KEY: must be 32 bytes in base64, the output of: openssl rand -base64 32')

const existing = readExisting()
if (existing === undefined) {
  const key = given || randomBytes(KEY_BYTES).toString('base64')
  writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o400 })
  console.log(`Stored ${given ? 'SECRET_KEY' : 'a new key'} in ${path}. Keep a copy of it apart from the backups of the stores.`)
} else if (given && existing !== given) {
  fail(`SECRET_KEY: differs from the key in ${path}, which encrypts the existing data. Unset it, or set it to that key.`)
} else {
  console.log(`${path} exists.`)
}
