// Files that are refused, and the advice in their messages.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { parseUpload } from '../../src/features/batches/input/parseUpload.js'
import { systemClock } from '../../src/kernel/clock.js'
import { Failure } from '../../src/kernel/failure.js'
import { BlobMissing } from '../../src/kernel/ports/blobStore.js'
import { encoded } from '../../testbed/given/csvText.js'
import { inPieces } from '../../testbed/stores/content.js'
import { memoryBlobs } from '../../testbed/stores/memoryBlobs.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { type UploadOptions, uploaded } from './uploads.js'

/** Rejected uploads: the problem, its file and options, the path of the error, and parts of its message. */
type Refused = [what: string, file: Buffer | string, says: RegExp, details?: object, options?: UploadOptions]

const zip = Buffer.concat([Buffer.from('504b030414000600', 'hex'), deflateRawSync(Buffer.alloc(500))])
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const good = 'name,email\nAda,ada@example.com\n'

const REFUSED: Refused[] = [
  ['an empty file', '', /empty.*one row per address/],
  ['a mark and nothing else', '\ufeff', /no rows/],
  ['blank lines only', '\r\n\n  \n', /no rows/],
  ['only a header', 'name,email\n', /a header but no rows/],
  ['only a header and blank lines', 'name;email\r\n\r\n\r\n', /a header but no rows/],
  ['no column of addresses', 'name,city\nAda,London\n', /Name one "email" in the first row, or.*email_column/],
  ['a row that is called a header', 'ada@example.com\n', /a header but no rows/, undefined, { hasHeader: true }],
  ['a zip or xlsx file', zip, /Excel workbook \(\.xlsx\) or a zip.*Save As.*CSV UTF-8/],
  ['an empty zip file', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), /zip file/],
  ['an old Excel file', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel workbook \(\.xls\).*Save As.*CSV UTF-8/],
  ['a gzip file', gzipSync(good), /gzip file/],
  ['a PDF', '%PDF-1.7\nname,email\na,b@example.com', /PDF/],
  ['a page that begins with a comment', '<!-- saved -->\n<html><td>ada@example.com</td></html>', /HTML page/],
  ['a piece of a page', '<div><table><td>ada@example.com</td></table></div>', /HTML page/],
  ['a vCard', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:ada@example.com\r\nEND:VCARD\r\n', /is a vCard.*Export.*as CSV/],
  ['a JSON array of addresses', '["ada@example.com","bob@example.com"]', /JSON.*bulk\/agent/],
  ['a JSON array of objects', '[\n  {"email": "ada@example.com"}\n]\n', /JSON/],
  ['lines of JSON', '{"email":"ada@example.com"}\n{"email":"bob@example.com"}\n', /JSON/],
  ['a picture', png, /null bytes.*UTF-8/],
  ['null bytes far behind', `${good}${'x,y@z.de\n'.repeat(120_000)}\0`, /null bytes/],
  ['a zero in UTF-16', encoded(`${good}\0`, 'utf-16be'), /null bytes/],
  [
    'a quote never closed',
    `${good}Bob,"bob@example.com\nEve,eve@example.com\n`,
    /Row 3 opens a quote.*close it/,
    { row: 3 },
  ],
  ['a quote never closed in the first row', '"name,email\nAda,ada@example.com\n', /Row 1 opens a quote/, { row: 1 }],
  [
    'a quote never closed, and much behind it',
    `${good}"${'a@b.de\n'.repeat(300_000)}`,
    /Row 3 is longer.*quote/,
    { row: 3 },
  ],
  [
    'a row with a cell more',
    `${good}Bob,bob@example.com,London\n`,
    /Row 3 has 3 cells, but the first row of the table has 2/,
    { row: 3 },
  ],
  [
    'a row with a cell less',
    `${good}bob@example.com\n`,
    /Row 3 has 1 cell, but the first row of the table has 2/,
    { row: 3 },
  ],
  ['an unquoted delimiter in a name', `${good}Bob, junior,bob@example.com\n`, /Quote cells/, { row: 3 }],
  ['a cell of 10 MB', `${good}Bob,${'x'.repeat(1e7)}\n`, /Row 3 is longer than 524288.*Shorten it/, { row: 3 }],
  ['a cell of 10 MB in the first row', `${'x'.repeat(1e7)},email\n`, /Row 1 is longer/, { row: 1 }],
  ['a row of 2,000 columns', `${good}${','.repeat(2_000)}\n`, /Row 3 has more than 1000 columns/, { row: 3 }],
  [
    'a column that is not there',
    good,
    /no column "Mail".*has "name", "email"/,
    { column: 'Mail' },
    { emailColumn: 'Mail' },
  ],
  ['a column number too high', good, /no column "3"/, { column: '3' }, { emailColumn: '3' }],
  ['column 0', good, /no column "0"/, { column: '0' }, { emailColumn: '0' }],
  ['a column number with a sign', good, /no column "-1"/, { column: '-1' }, { emailColumn: '-1' }],
  [
    'a column by name, without a header',
    'Ada,ada@example.com\n',
    /without a header, specify the column by its number/,
    { column: 'email' },
    { emailColumn: 'email', hasHeader: false },
  ],
]

/** Expects a failure, and by means of `uploaded` that no rows are left. */
async function failureOf(file: Buffer | string, options: UploadOptions = {}): Promise<Failure> {
  const error = await uploaded(file, options).then(
    () => new Error('it was read'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Failure)) throw error
  return error
}

describe('a file that is not a CSV of addresses', () => {
  test.each(REFUSED.map(([what]) => what))('%s is refused with advice on what to do', async (what) => {
    const [, file, says, details, options = {}] = REFUSED.find(([each]) => each === what)!
    for (const pieces of [[], ...(file.length < 10_000 ? [[1], [2, 3]] : [[40_000]])]) {
      const failure = await failureOf(file, { ...options, pieces })
      expect(failure.code).toBe('CSV_INVALID')
      expect(failure.message).toMatch(says)
      expect(failure.message).not.toContain('\n')
      expect(failure.details).toEqual(details)
    }
  })

  test('a message stays short, however long the header is', async () => {
    const header = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(900)}${index}`).join(',')
    const { message } = await failureOf(`${header}\na@b.c\n`, { emailColumn: 'y'.repeat(1e6) })
    expect(message.length).toBeLessThan(1_200)
  })

  test('has at most a million rows', async () => {
    const { blobs, contents } = memoryBlobs()
    const options = { file: 'file', owner: 'ada', rows: 'rows', chunk: 1_000 }
    const rows = 'a@b.c\n'.repeat(1_000_000)
    contents.set('file', { owner: 'ada', content: Buffer.from(`email\n${rows}\n\n`) })
    const { total, distinct, offsets } = await parseUpload(blobs, options)
    expect([total, distinct, offsets.length]).toEqual([1_000_000, 1, 1_000])
    const failure = await failureOf(`email\n${rows}a@b.c\n`)
    expect(failure).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit: 1_000_000 } })
    expect(failure.message).toContain('1,000,000 rows')
  })

  test('a deleted file is BlobMissing, not CSV_INVALID', async () => {
    const options = { file: 'file', owner: 'ada', rows: 'rows', chunk: 1_000 }
    await expect(parseUpload(memoryBlobs().blobs, options)).rejects.toThrow(BlobMissing)
  })

  test('leaves nothing on the disk but itself', async () => {
    const directory = tempDirectory()
    const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: randomBytes(32) })
    const blobs = createDiskBlobStore({ path: join(directory.path, 'blobs'), vault, clock: systemClock })
    try {
      const file = Buffer.from(`email\n${'a@b.c\n'.repeat(100_000)}"`)
      await blobs.write('file', 'ada', inPieces(file, 65_536))
      await expect(
        parseUpload(blobs, { file: 'file', owner: 'ada', rows: 'rows', chunk: 1_000 }),
      ).rejects.toMatchObject({ code: 'CSV_INVALID', details: { row: 100_002 } })
      expect(readdirSync(join(directory.path, 'blobs'))).toEqual(['file.blob'])
    } finally {
      await vault.close()
      directory.remove()
    }
  })
})

describe('parsing', () => {
  const large = `email\n${Array.from({ length: 100_000 }, (_, index) => `user${index}@example.com`).join('\n')}`

  test('stops when it is aborted, and leaves nothing', async () => {
    const reason = new Error('hung up')
    await expect(uploaded(large, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const stop = new AbortController()
    const parsing = uploaded(large, { signal: stop.signal })
    let turns = 0
    const count = () => {
      if (++turns === 5) stop.abort(reason)
      else setImmediate(count)
    }
    count()
    await expect(parsing).rejects.toBe(reason)
  })

  test('yields to the event loop', async () => {
    let turns = 0
    let parsing = true
    const count = () => {
      turns++
      if (parsing) setImmediate(count)
    }
    count()
    await uploaded(large)
    parsing = false
    expect(turns).toBeGreaterThan(10)
  })
})
