// The status of an upload's job over REST, by status code.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  ended,
  expectSame404,
  SILENT_FOR,
  silentAddresses,
  untilStarted,
  upload,
} from '../../testbed/callers/batches.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const CSV = 'email\nada@explicit.mailproof.net\nada@missing.mailproof.net\n'
const FILE = {
  name: 'list.csv',
  encoding: 'utf-8',
  byte_order_mark: false,
  delimiter: ',',
  line_ending: 'lf',
  header: true,
  email_column: { number: 1, name: 'email' },
  other_email_columns: [],
  empty_rows: 0,
  added_columns: ['mp_status', 'mp_valid', 'mp_reason', 'mp_disposable', 'mp_role', 'mp_free', 'mp_did_you_mean'],
  cells: {
    ...{ names: 0, mailto: 0, invisible: 0, quotes: 0, several: 0, further: 0 },
    ...{ row_length: 0, empty: 0, other_text: 0 },
  },
  remarks: [],
}
const get = async (key: string, jobId: string) => (await api.call('getBulkJob', { key, params: { jobId } })).body

describe('200', () => {
  test('of a completed job has its download URL', async () => {
    const { key } = await api.account()
    const jobId = await upload(api, key, CSV)
    await ended(api, key, jobId)
    expect(await get(key, jobId)).toEqual({
      job_id: jobId,
      status: 'completed',
      progress: {
        ...{ total: 2, processed: 2, valid: 1, invalid: 1, unknown: 0 },
        ...{ disposable: 0, role: 0, deliverable: 1, risky: 0, mistyped: 0 },
        ...{ distinct: 2, people: 2, repeated_people: 0, duplicates: 0, charged: 2 },
      },
      file: FILE,
      next_step: 'Mail the 1 row of `only=deliverable`.',
      download_url: expect.stringContaining(`${BASE_URL}/v1/batch/${jobId}/download?expires=`),
      created_at: expect.any(String),
      completed_at: expect.any(String),
    })
  })

  test('of a job in progress has neither a download URL nor an end', async () => {
    const { key } = await api.account()
    const jobId = await upload(api, key, `email\n${silentAddresses(api, 1)[0]}\n`)
    await untilStarted(api, key, jobId)
    expect(await get(key, jobId)).toEqual({
      job_id: jobId,
      status: 'processing',
      progress: {
        ...{ total: 1, processed: 0, valid: 0, invalid: 0, unknown: 0 },
        ...{ disposable: 0, role: 0, deliverable: 0, risky: 0, mistyped: 0 },
        ...{ distinct: 1, people: 1, repeated_people: 0, duplicates: 0, charged: 0 },
      },
      file: FILE,
      created_at: expect.any(String),
    })
  })

  test('says how the file was read, and which other columns hold addresses', async () => {
    const { key } = await api.account()
    const text = '\ufeffKontakt;E-Mail;Alt\r\n\r\nAda;ada@explicit.mailproof.net;bob@explicit.mailproof.net\r\n;;\r\n'
    const jobId = await upload(api, key, Buffer.from(text, 'utf16le'), { email_column: 'E-Mail' })
    expect(await get(key, jobId)).toMatchObject({
      progress: { total: 1, distinct: 1 },
      file: {
        encoding: 'utf-16le',
        byte_order_mark: true,
        delimiter: ';',
        line_ending: 'crlf',
        header: true,
        email_column: { number: 2, name: 'E-Mail' },
        other_email_columns: [{ number: 3, name: 'Alt' }],
        empty_rows: 2,
        notice:
          'The addresses in column 2 (E-Mail) are verified. Addresses were also found in column 3 (Alt): to verify those, upload the file with `email_column`.',
      },
    })
  })

  test('names no column after an address, even if the first row is called a header', async () => {
    const { key } = await api.account()
    const jobId = await upload(api, key, 'ada@example.com\nbob@explicit.mailproof.net\n', { has_header: 'true' })
    const body = await get(key, jobId)
    expect(body.file.email_column).toEqual({ number: 1 })
    expect(JSON.stringify(body)).not.toContain('ada@example.com')
  })

  test('of a job that was cancelled is failed, and says why', async () => {
    const { key } = await api.account()
    const jobId = await upload(api, key, `email\n${silentAddresses(api, 1)[0]}\n`)
    await api.call('cancelBatch', { key, params: { batchId: jobId } })
    expect(await get(key, jobId)).toMatchObject({ status: 'failed', failure: expect.stringContaining('cancelled') })
  })
})

describe('400', () => describeParameters(() => api, 'getBulkJob'))
describeUnauthorized(() => api, 'getBulkJob')

describe('404', () => {
  test("another account's is reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const jobId = await upload(api, ada.key, CSV)
    const missing = { jobId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4' }
    await expectSame404(api, 'getBulkJob', { key: bob.key, others: { jobId }, missing })
  })
})

describeMethods(() => api, 'getBulkJob')
describe('the forms of its path', () => testForms(() => api, 'getBulkJob'))
