// What the service says of an upload before and after it is charged.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const HOST = 'explicit.mailproof.net'
/** What a CRM exports: a title, names, several addresses, an uneven row, aliases, an empty cell. */
const CRM = [
  'Contacts of May',
  'Name;Recovery email;Email',
  `Ada;r@${HOST};Ada Lovelace <ada@${HOST}>`,
  `Bob;;"bob@${HOST}; bob2@${HOST}"`,
  `Bob again;;mailto:bob+news@${HOST}`,
  `Eve;;sales@${HOST};;too much`,
  `Sue;;sales@${HOST}`,
  'Nobody;;',
  `Mia;;mia@missing.mailproof.net`,
  `Ann;;ann@${HOST}`,
  `Kim;;kim@${HOST}`,
  `Lee;;lee@${HOST}`,
]
  .map((line) => `${line}\n`)
  .join('')

let api: InProcessService
let key: string
let accepted: Awaited<ReturnType<InProcessService['call']>>
let id: string
beforeAll(async () => {
  api = await start()
  key = (await api.account()).key
  accepted = await api.call('uploadBulk', { key, ...csvForm(CRM) })
  id = accepted.body.job_id
  await ended(api, key, id)
})
afterAll(() => api.stop())

const download = async (only?: string): Promise<string> =>
  (await api.call('downloadBatch', { key, params: { batchId: id }, query: only ? `?only=${only}` : '' })).text

const cells = {
  ...{ names: 1, mailto: 1, invisible: 0, quotes: 0, several: 1, further: 1 },
  ...{ row_length: 1, empty: 1, other_text: 0 },
}

describe('a list as people have it', () => {
  test('is understood in the response to its upload', () => {
    expect(accepted.status).toBe(202)
    expect(accepted.body).toMatchObject({
      total_emails: 10,
      distinct: 8,
      people: 7,
      repeated_people: 1,
      duplicates: 1,
      file: {
        name: 'list.csv',
        header: true,
        lines_before_header: 1,
        email_column: { number: 3, name: 'Email' },
        cells,
      },
    })
    expect(accepted.body.file.remarks).toEqual([
      'Skipped 1 line before the header, which will stay as they are.',
      '1 cell has a name or brackets beside the address: only the address was read.',
      '1 cell has several addresses: the first was read, 1 other was not.',
      '1 cell has "mailto:" or another label before the address, which was left out.',
      '1 row has more or fewer cells than the header: not verified, not charged, `row_length` in `mp_reason`.',
    ])
  })

  test('has the same counts in its job, its batch and GraphQL, and they add up', async () => {
    const job = (await api.call('getBulkJob', { key, params: { jobId: id } })).body
    const batch = (await api.call('getBatch', { key, params: { batchId: id } })).body
    const { progress } = job
    expect(progress).toMatchObject({
      total: 10,
      deliverable: 6,
      risky: 1,
      invalid: 3,
      unknown: 0,
      mistyped: 0,
      charged: 8,
    })
    expect(progress.deliverable + progress.risky + progress.invalid + progress.unknown).toBe(progress.processed)
    expect(batch.progress).toEqual(progress)
    expect(job.file).toEqual(accepted.body.file)
    expect(job.next_step).toBe(
      'Mail the 6 rows of `only=deliverable`. Decide about the 1 row of `only=risky`. 1 row repeats a person: `only=unique` has one row for each.',
    )
    const query = `query ($id: ID!) { batch(id: $id) { deliverable risky invalid unknown mistyped people repeatedPeople duplicates nextStep file { name remarks cells { names rowLength otherText } } results(first: 20) { edges { node { email error } } } } }`
    const { batch: node } = await dataOf(api, query, { key, variables: { id } })
    expect(node).toMatchObject({
      ...{ deliverable: 6, risky: 1, invalid: 3, unknown: 0, mistyped: 0, people: 7, repeatedPeople: 1, duplicates: 1 },
      nextStep: job.next_step,
      file: { name: 'list.csv', remarks: job.file.remarks, cells: { names: 1, rowLength: 1, otherText: 0 } },
    })
    const nodes = node.results.edges.map((edge: { node: object }) => edge.node)
    expect(nodes[3]).toEqual({ email: null, error: 'row_length' })
    expect(nodes[0]).toEqual({ email: `ada@${HOST}`, error: null })
    const results = (await api.call('getBatchResults', { key, params: { batchId: id } })).body
    expect(results.results[3]).toMatchObject({ i: 3, v: 0, e: 'row_length' })
  })

  test('is downloaded with its own lines, the verdicts, and the addresses that were verified', async () => {
    const lines = (await download()).split('\n')
    expect(lines.slice(0, 5)).toEqual([
      'Contacts of May',
      'Name;Recovery email;Email;;;mp_status;mp_valid;mp_reason;mp_disposable;mp_role;mp_free;mp_did_you_mean;mp_email',
      `Ada;r@${HOST};Ada Lovelace <ada@${HOST}>;;;valid;true;;false;false;false;;ada@${HOST}`,
      `Bob;;"bob@${HOST}; bob2@${HOST}";;;valid;true;;false;false;false;;bob@${HOST}`,
      `Bob again;;mailto:bob+news@${HOST};;;valid;true;;false;false;false;;bob+news@${HOST}`,
    ])
    expect(lines[5]).toBe(`Eve;;sales@${HOST};;too much;invalid;false;row_length;false;false;false;;`)
  })

  test('has one row per person with only=unique', async () => {
    const lines = (await download('unique')).trimEnd().split('\n')
    expect(lines.map((line) => line.split(';')[0])).toEqual(['Name', 'Ada', 'Bob', 'Sue', 'Mia', 'Ann', 'Kim', 'Lee'])
  })

  test('gives the same addresses when its result is uploaded', async () => {
    const again = (await api.call('uploadBulk', { key, ...csvForm(await download()) })).body
    expect(again).toMatchObject({ total_emails: 10, distinct: 8, people: 7, file: { email_column: { number: 3 } } })
    await ended(api, key, again.job_id)
    const result = await api.call('downloadBatch', { key, params: { batchId: again.job_id } })
    expect(result.text).toBe(await download())
  })

  test.each([
    [(address: string) => `Ada Roe ${address}`],
    [(address: string) => `1. ${address}`],
    [(address: string) => `${address} - Ada Roe`],
    [(address: string) => `Ada^${address}^Rome`],
    [(address: string) => `"Ada;${address}"`],
  ])('is questioned if its addresses cannot be told from what is around them', async (cellOf) => {
    const csv = `Contact\n${Array.from({ length: 8 }, (_, index) => `${cellOf(`u${index}@${HOST}`)}\n`).join('')}`
    const { body } = await api.call('uploadBulk', { key, ...csvForm(csv) })
    expect(body.file.cells.other_text).toBe(8)
    expect(body.file.warning).toMatch(/^8 of 8 cells in column 1 \(Contact\) are not addresses/)
  })

  test('is questioned if more than a tenth of its cells are no addresses', async () => {
    const csv = `email,name\n${Array.from({ length: 8 }, (_, index) => `u${index}@${HOST},x\n`).join('')}n/a,y\n,z\n`
    const { body } = await api.call('uploadBulk', { key, ...csvForm(csv) })
    expect(body.file.warning).toBe(
      '2 of 10 cells in column 1 (email) are not addresses (1 empty, 1 with other text). If another column has the addresses, cancel this job and upload the file with `email_column`. If other text is beside them, leave it out.',
    )
  })
})

describe('a file that is no list', () => {
  const zip = Buffer.concat([Buffer.from('504b030414000600', 'hex'), Buffer.alloc(500)])
  test.each([
    ['a workbook, whatever it has inside', zip, /an Excel workbook \(\.xlsx\).*Save As/],
    [
      'an old or protected workbook',
      Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
      /\.xls\) or one that is protected by a password/,
    ],
    ['an HTML page named .xls', '<html><table><tr><td>a@b.c</td></tr></table></html>', /an HTML page.*Save As/],
    ['the same in UTF-16', Buffer.from('\ufeff<table>\n<tr><td>a@b.c', 'utf16le'), /an HTML page/],
    ['an XML file', '<?xml version="1.0"?><Workbook>a@b.c</Workbook>', /an XML file/],
    ['a cell of a megabyte', `email,n\n"${'a'.repeat(2 ** 20)}@b.c",1\n`, /Row 2 is longer/],
  ])('%s is refused in a sentence, and nothing is charged', async (_, file, says) => {
    const other = (await api.account()).key
    const { status, body } = await api.call('uploadBulk', { key: other, ...csvForm(file) })
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'CSV_INVALID' })
    expect(body.error.message).toMatch(says)
    expect(await api.usage(other)).toMatchObject({ verifications: 0, remaining: 1_000 })
  })

  test('cells with nothing visible are empty, and free', async () => {
    const { body } = await api.call('uploadBulk', { key, ...csvForm(`email\n\u200b\u200d\na@${HOST}\n\u2060\n`) })
    expect(body).toMatchObject({ total_emails: 3, distinct: 1, file: { cells: { empty: 2 } } })
    expect(await ended(api, key, body.job_id)).toMatchObject({ invalid: 2, valid: 1 })
  })
})
