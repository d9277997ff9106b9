// The result file of a batch over REST, by status.
import { readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { badKeys } from '../../testbed/callers/badKeys.js'
import {
  ended,
  expectSame404,
  SILENT_FOR,
  silentAddresses,
  submit,
  untilStarted,
  upload,
} from '../../testbed/callers/batches.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, testForms } from '../support/promises.js'

let api: InProcessService
let key: string
let batchId: string
/** Path and query of the link. */
let link: string
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
  key = (await api.account()).key
  batchId = await upload(
    api,
    key,
    'name,email\n"Ada, Countess",ada@explicit.mailproof.net\n=1+1,ada@missing.mailproof.net\n',
  )
  link = (await ended(api, key, batchId)).download_url.slice(BASE_URL.length)
})
afterAll(() => api.stop())

const CONTENT = [
  'name,email,mp_status,mp_valid,mp_reason,mp_disposable,mp_role,mp_free,mp_did_you_mean',
  '"Ada, Countess",ada@explicit.mailproof.net,valid,true,,false,false,false,',
  "'=1+1,ada@missing.mailproof.net,invalid,false,dns,false,false,false,",
  '',
].join('\n')

const download = (options: { key?: string; query?: string; params?: { batchId: string } } = {}) =>
  api.call('downloadBatch', { params: { batchId }, ...options })
/** Open files of blobs in this process (Linux); 0 on other systems. */
function openBlobs(): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fd').filter((number) => isBlob(`/proc/self/fd/${number}`)).length
}

function isBlob(link: string): boolean {
  try {
    return readlinkSync(link).endsWith('.blob')
  } catch {
    // Closed in the meantime.
    return false
  }
}

const query = () => link.slice(link.indexOf('?'))

describe('200', () => {
  test('with the key returns the file with its verdicts, as an attachment', async () => {
    const answer = await download({ key })
    expect(answer).toMatchObject({
      status: 200,
      text: CONTENT,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="mailproof-${batchId}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  })

  test('with the link needs no key', async () => {
    expect(await download({ query: query() })).toMatchObject({ status: 200, text: CONTENT })
    expect(await api.request('GET', link)).toMatchObject({ status: 200, text: CONTENT })
    expect(await api.request('GET', `/api${link}`)).toMatchObject({ status: 200, text: CONTENT })
  })

  test('with a result has only its rows, also by the link', async () => {
    const [header, valid, invalid] = CONTENT.split('\n')
    for (const [only, row] of [
      ['deliverable', valid],
      ['invalid', invalid],
    ]) {
      const answer = await api.request('GET', `${link}&only=${only}`)
      expect(answer).toMatchObject({ status: 200, text: `${header}\n${row}\n` })
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="mailproof-${batchId}-${only}.csv"`)
    }
    expect(await download({ key, query: '?only=risky' })).toMatchObject({ status: 200, text: `${header}\n` })
  })

  test('to HEAD is its headers', async () => {
    const head = await api.request('HEAD', link)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-disposition']).toContain('attachment')
  })

  test('leaves no file open, also after HEAD', async () => {
    const before = openBlobs()
    for (let time = 0; time < 5; time++) {
      await api.request('HEAD', link)
      await api.request('GET', link)
    }
    await eventually(openBlobs, (open) => open <= before)
  })
})

describe('400', () => {
  test.each([
    ['an unknown one', '?page=1', '/page'],
    ['an end that is no number', '?expires=soon&signature=x', '/expires'],
    ['a signature given twice', '?expires=1&signature=x&signature=y', '/signature'],
    ['an empty signature', '?expires=1&signature=', '/signature'],
    ['an unknown result', '?only=good', '/only'],
  ])('a parameter: %s', async (_, given, path) => {
    const answer = await download({ key, query: given })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.problems).toEqual([expect.objectContaining({ path })])
  })
})

describe('401', () => {
  test.each(['', '?expires=1795339860', '?signature=x'])('neither a key nor a complete link: %j', async (given) => {
    const answer = await download({ query: given })
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'ApiKey, Bearer realm="mailproof"' } })
    expect(codeOf(answer)).toBe('MISSING_API_KEY')
    expect(answer.body.error.message).toContain('download_url')
  })

  test('an invalid key, even with a valid link', async () => {
    for (const [what, bad] of await badKeys(api)) {
      const answer = await api.call('downloadBatch', {
        params: { batchId },
        query: query(),
        headers: { 'X-API-Key': bad },
      })
      expect({ what, status: answer.status, code: codeOf(answer) }).toEqual({
        what,
        status: 401,
        code: 'INVALID_API_KEY',
      })
    }
  })
})

describe('404', () => {
  const never = '019acb60-2b1c-7c3d-9a4e-5f60718293a4'

  test("for another account's batch", async () => {
    const bob = await api.account()
    await expectSame404(api, 'downloadBatch', { key: bob.key, others: { batchId }, missing: { batchId: never } })
  })

  test('a forged link opens nothing and reveals nothing', async () => {
    const { searchParams } = new URL(BASE_URL + link)
    const [expires, signature] = [Number(searchParams.get('expires')), searchParams.get('signature')!]
    const other = await upload(api, key, 'email\nada@explicit.mailproof.net\n')
    await ended(api, key, other)
    const forged = [
      { expires: expires + 1, signature },
      { expires: 0, signature },
      { expires, signature: `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}` },
      { expires, signature: 'x' },
      { expires, signature: signature.toUpperCase() },
      { expires, signature: 'A'.repeat(signature.length) },
    ]
    for (const each of forged) {
      const query = `?expires=${each.expires}&signature=${each.signature}`
      await expectSame404(api, 'downloadBatch', { query, others: { batchId }, missing: { batchId: never } })
    }
    // A valid link of one batch does not open another.
    await expectSame404(api, 'downloadBatch', {
      query: query(),
      others: { batchId: other },
      missing: { batchId: never },
    })
  })

  test('a batch that was not uploaded as a file has no download', async () => {
    const agent = await submit(api, key, ['ada@explicit.mailproof.net'])
    await ended(api, key, agent)
    expect((await download({ key, params: { batchId: agent } })).status).toBe(404)
  })
})

describe('425', () => {
  test('has the progress of the batch and a Retry-After', async () => {
    const open = await upload(api, key, `email\n${silentAddresses(api, 1)[0]}\n`)
    await untilStarted(api, key, open)
    const answer = await download({ key, params: { batchId: open } })
    expect(answer).toMatchObject({ status: 425, headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } })
    expect(answer.body.error).toMatchObject({ code: 'BATCH_PROCESSING', details: { processed: 0, total: 1 } })
  })
})

describeMethods(() => api, 'downloadBatch')
describe('the forms of its path', () => testForms(() => api, 'downloadBatch'))
