// The files of a set, one by one.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { importBlobs } from '../../src/adapters/blobs/importBlobs.js'
import { readLines } from '../../src/composition/backup/ndjson.js'
import { collect } from '../../testbed/given/events.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { asAnotherUser } from '../support/asAnotherUser.js'

let temporary: ReturnType<typeof tempDirectory>
beforeEach(() => {
  temporary = tempDirectory()
  chmodSync(temporary.path, 0o777)
})
afterEach(() => temporary.remove())
const at = (name: string) => join(temporary.path, name)

test('a file that fails while it is read is an error of its reader', async () => {
  mkdirSync(at('records'))
  await expect(collect(readLines(at('records')))).rejects.toMatchObject({ code: 'EISDIR' })
})

test('a blob of a read-only copy of a set is restored', async () => {
  await asAnotherUser(async () => {
    writeFileSync(at('copy'), 'sealed', { mode: 0o400 })
    await importBlobs(at('blobs'), [{ name: 'a1', path: at('copy') }])
  })
  expect(readFileSync(at('blobs/a1.blob'), 'utf8')).toBe('sealed')
  expect(statSync(at('blobs/a1.blob')).mode & 0o777).toBe(0o600)
})
