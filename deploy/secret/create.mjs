/**
 * Creates the root encryption key in the volume of the secrets, once; docker-compose.yml runs it before the service.
 * SECRET_KEY, if set, is the key to store; otherwise it is generated. An existing key is never replaced. Argument: the
 * path of the key file.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32
const [, , path] = process.argv
const given = process.env.SECRET_KEY?.trim()

/** Prints the message and exits with code 1. */
function fail(message) {
  console.error(message)
  process.exit(1)
}

const isKey = (text) => Buffer.from(text, 'base64').length === KEY_BYTES

function readExisting() {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    fail(`${path} cannot be read (${error.code}).`)
  }
}

/** Appears under its name only when it is whole and on the disk: data is encrypted with it from now on. */
function store(key) {
  const temporary = `${path}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${key}\n`, { flag: 'wx', mode: 0o400, flush: true })
  linkSync(temporary, path)
  rmSync(temporary)
  const directory = openSync(dirname(path))
  fsyncSync(directory)
  closeSync(directory)
}

if (given && !isKey(given))
  fail('SECRET_KEY: must be 32 bytes in base64, the output of: openssl rand -base64 32')

const existing = readExisting()
if (existing === undefined) {
  store(given || randomBytes(KEY_BYTES).toString('base64'))
  console.log(`Stored ${given ? 'SECRET_KEY' : 'a new key'} in ${path}. Keep a copy of it apart from the backups of the stores.`)
} else if (!isKey(existing)) {
  fail(`${path} does not hold a key, which is 32 bytes in base64. Put the key of the existing data there; if there is no data yet, delete the file.`)
} else if (given && existing !== given) {
  fail(`SECRET_KEY: differs from the key in ${path}, which encrypts the existing data. Unset it, or set it to that key.`)
} else {
  console.log(`${path} exists.`)
}
