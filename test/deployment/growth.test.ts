// docs/operations.md lists everything that an installation keeps.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { definitionsIn } from '../../src/adapters/documents/lmdb/definitions.js'
import { projections } from '../../src/composition/projections.js'
import { operationalCollections } from '../../src/composition/recordCollections.js'
import { ROOT } from '../../testbed/files.js'
import { writeInstallation } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const scratch = tempDirectory()
const section = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  .split('## What grows, and what ends')[1]!
  .split('\n## ')[0]!
/** What the first column names in code style. */
const listed = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
)
const withoutGeneration = (name: string) => name.replace(/\.v\d+$/, '')

beforeAll(() => writeInstallation(scratch.path, { seed: 3, events: 200, blobs: 1 }))
afterAll(() => scratch.remove())

test('every file of DATA_DIR that grows has a row', () => {
  const small = ['format.json', 'secret.key', 'serve.lock']
  const files = readdirSync(scratch.path).filter((name) => !small.includes(name) && !name.endsWith('-lock'))
  const rows = listed.map((name) => name.replace(/\/$/, ''))
  expect(files.filter((name) => !rows.includes(name))).toEqual([])
})

test('every collection of documents has a row, and no row names another one', async () => {
  const found = (await definitionsIn(join(scratch.path, 'documents.mdb'))).map(({ name }) => withoutGeneration(name))
  const known = [...projections, ...operationalCollections].map(({ name }) => name)
  const all = new Set([...found, ...known])
  expect([...all].filter((name) => !listed.includes(name))).toEqual([])
  const other = [
    'snapshots',
    'leases',
    'mailbox_gates',
    'mailbox_claims',
    'read_models',
    'checkpoints',
    'BACKUP_DIR',
    'ARCHIVE_DIR',
    'ARCHIVE_BUCKET',
  ]
  const collections = listed.filter((name) => !/\.mdb$|\/$/.test(name))
  expect(collections.filter((name) => !all.has(name) && !other.includes(name))).toEqual([])
})
