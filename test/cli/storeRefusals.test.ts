// Stores, directories and buckets that cannot be used are reported in one line.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { numberKeys, openDatabase } from '../../src/adapters/lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { startMongoStub } from '../../testbed/stores/mongo/stub.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const FOUND = { ok: 1, n: 0, cursor: { id: 0n, ns: 'mailproof.documents', firstBatch: [] } }
const REFUSED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on mailproof to execute this' }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function directory(): string {
  const { path, remove } = tempDirectory()
  closing.push(remove)
  return join(path, 'data')
}

/** The output of a failed command, which is one line. */
async function said(settings: Settings, words: readonly string[] = ['accounts', 'list']) {
  const { code, stdout, stderr } = await runCommandLine(words, { LOG_LEVEL: 'silent', ...settings })
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
  return { code, line: stderr.slice('mailproof: '.length, -1) }
}

/** The settings of a MongoDB that rejects some commands. */
async function refusing(isRefused: (command: object) => boolean): Promise<Settings> {
  const server = await startMongoStub({ maxWireVersion: 25 }, (command) => (isRefused(command) ? REFUSED : FOUND))
  closing.push(server.close)
  return { MONGODB_URL: server.url, SECRET_KEY, DATA_DIR: directory() }
}

/** Without the closing brace. */
async function damageFirstEvent(path: string): Promise<void> {
  const environment = openEnvironment(path)
  const log = openDatabase<Uint8Array, number>(environment, 'log', { keyEncoder: numberKeys })
  const record = Buffer.from(log.get(1)!)
  record[record.length - 1]! ^= 1
  log.putSync(1, record)
  await closeEnvironment(environment)
}

describe('a MongoDB', () => {
  test('whose user may only read is reported in a line that names the setting, with exit code 2', async () => {
    const { code, line } = await said(await refusing((command) => 'delete' in command || 'insert' in command))
    expect(code).toBe(2)
    expect(line).toMatch(
      /^MONGODB_URL: \S+ does not let this user read and write mailproof: grant it the role readWrite/,
    )
  })

  test('that fails while the stores are opened is reported in a line without a stack, with exit code 1', async () => {
    expect(await said(await refusing((command) => 'insert' in command))).toEqual({
      code: 1,
      line: 'the MongoDB operation failed: not authorized on mailproof to execute this',
    })
  })
})

test('a log that cannot be read is reported in a line with the reason, with exit code 1', async () => {
  const DATA_DIR = directory()
  const service = await start({ env: { DATA_DIR } })
  await service.account()
  await service.stop()
  await damageFirstEvent(join(DATA_DIR, 'events.mdb'))
  const { code, line } = await said({ DATA_DIR }, ['projections', 'verify'])
  expect(code).toBe(1)
  expect(line).toMatch(
    /^the event at 0+1 cannot be read \(type AccountRegistered, stream account-[-\w]+\): its checksum does not match$/,
  )
})

describe('what would be lost together', () => {
  test.each([
    ['a backup in DATA_DIR', (data: string) => join(data, 'backups')],
    ['a backup in DATA_DIR by a link', (data: string) => join(`${data}-link`, 'backups')],
    ['DATA_DIR itself', (data: string) => data],
  ])('is refused: %s', async (_, pathOf) => {
    const DATA_DIR = directory()
    mkdirSync(DATA_DIR)
    symlinkSync(DATA_DIR, `${DATA_DIR}-link`)
    const { code, line } = await said({ DATA_DIR }, ['backup', pathOf(DATA_DIR)])
    expect(code).toBe(1)
    expect(line).toContain(
      `is in DATA_DIR (${DATA_DIR}), and would be lost with it: choose a directory on another disk`,
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  test('is refused as a setting', async () => {
    const DATA_DIR = directory()
    const { code, line } = await said({ DATA_DIR, BACKUP_DIR: join(DATA_DIR, '..', 'data', 'backups') })
    expect(code).toBe(2)
    expect(line).toMatch(/^BACKUP_DIR: "\S+" is in DATA_DIR, and would be lost with it/)
  })
})

test.each(['export', 'rotate'])('secret %s says of a directory without an installation what it lacks', async (word) => {
  const DATA_DIR = directory()
  expect(await said({ DATA_DIR }, ['secret', word])).toEqual({
    code: 2,
    line: `${DATA_DIR} has no secret.key: set DATA_DIR to the data directory of the service, or set SECRET_KEY`,
  })
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('compact makes no installation of a directory that holds none', async () => {
  const DATA_DIR = directory()
  mkdirSync(DATA_DIR)
  expect(await said({ DATA_DIR }, ['compact'])).toEqual({
    code: 2,
    line: `${DATA_DIR} holds no data yet: set DATA_DIR to the data directory of the service`,
  })
  expect(readdirSync(DATA_DIR)).toEqual([])
})

test.each(['ARCHIVE_BUCKET_KEY_ID', 'ARCHIVE_BUCKET_SECRET'])('a bucket without %s is refused', async (name) => {
  const given = {
    DATA_DIR: directory(),
    ARCHIVE_BUCKET: 'https://storage.example.org/mailproof',
    ARCHIVE_BUCKET_KEY_ID: 'id',
    ARCHIVE_BUCKET_SECRET: 'secret',
  }
  const { code, line } = await said({ ...given, [name]: '' })
  expect(code).toBe(2)
  expect(line).toContain(`${name}: must be set if ARCHIVE_BUCKET is set. Example: ${name}=`)
})
