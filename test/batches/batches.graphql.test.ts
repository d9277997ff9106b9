// Batches and their results over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, SILENT_FOR, silentAddresses, submit, upload } from '../../testbed/callers/batches.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const NEVER = '019acb60-2b1c-7c3d-9a4e-5f60718293a4'
const EMAILS = ['ada@explicit.mailproof.net', 'no address', 'ada@missing.mailproof.net', 'Ada@Explicit.mailproof.net']
const BATCH =
  'id status total processed valid invalid unknown disposable role deliverable risky mistyped people repeatedPeople duplicates distinct charged nextStep createdAt completedAt failure jobId downloadUrl'
const BATCH_BY_ID = `query ($id: ID!) { batch(id: $id) { ${BATCH} progress { total processed valid invalid unknown } file { encoding byteOrderMark delimiter lineEnding header emailColumn { number name } otherEmailColumns { number name } emptyRows notice } } }`
const BATCHES = `query ($first: Int, $after: String, $status: BatchStatus) { batches(first: $first, after: $after, status: $status) {
  totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id status } } } }`
const RESULTS = `query ($id: ID!, $first: Int, $after: String, $verdict: VerificationStatus, $only: ResultKind) { batch(id: $id) {
  results(first: $first, after: $after, verdict: $verdict, only: $only) { totalCount pageInfo { hasNextPage endCursor }
    edges { cursor node { index email valid status disposable role error } } } } }`

const batchOf = async (key: string, id: string) => (await dataOf(api, BATCH_BY_ID, { key, variables: { id } })).batch
const batchesOf = async (key: string, variables: object = {}) =>
  (await dataOf(api, BATCHES, { key, variables })).batches
const resultsOf = async (key: string, variables: object) =>
  (await dataOf(api, RESULTS, { key, variables })).batch.results
const nodesOf = ({ edges }: { edges: { node: object }[] }) => edges.map(({ node }) => node)

async function done(key: string, emails: readonly string[] = EMAILS, more: object = {}): Promise<string> {
  const id = await submit(api, key, emails, more)
  await ended(api, key, id)
  return id
}

describe('batch', () => {
  test('equals the batch in REST', async () => {
    const { key } = await api.account()
    const id = await done(key)
    const { body } = await api.call('getBatch', { key, params: { batchId: id } })
    expect(await batchOf(key, id)).toEqual({
      id,
      status: 'COMPLETED',
      total: 4,
      processed: 4,
      valid: 2,
      invalid: 2,
      unknown: 0,
      disposable: 0,
      role: 0,
      deliverable: 2,
      risky: 0,
      mistyped: 0,
      people: 3,
      repeatedPeople: 1,
      duplicates: 1,
      distinct: 3,
      charged: 3,
      createdAt: body.created_at,
      completedAt: body.completed_at,
      failure: null,
      nextStep: null,
      jobId: null,
      progress: null,
      file: null,
      downloadUrl: null,
    })
  })

  test('of an upload has its progress, and a link that opens its file without a key', async () => {
    const { key } = await api.account()
    const id = await upload(api, key, `email\n${EMAILS.join('\n')}\n`)
    await ended(api, key, id)
    const { jobId, progress, file: readAs, downloadUrl } = await batchOf(key, id)
    expect({ jobId, progress }).toEqual({
      jobId: id,
      progress: { total: 4, processed: 4, valid: 2, invalid: 2, unknown: 0 },
    })
    expect(readAs).toEqual({
      encoding: 'utf-8',
      byteOrderMark: false,
      delimiter: ',',
      lineEnding: 'lf',
      header: true,
      emailColumn: { number: 1, name: 'email' },
      otherEmailColumns: [],
      emptyRows: 0,
      notice: null,
    })
    const file = await api.request('GET', downloadUrl.replace(BASE_URL, ''))
    expect(file).toMatchObject({ status: 200, text: expect.stringContaining('mp_status') })
  })

  test('of another account is null, like an unknown one, whatever the form of its id', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const id = await done(ada.key)
    for (const one of [id, NEVER, 'x', '', '../..', '\u0000', 'é'.repeat(3_000)])
      expect(await batchOf(bob.key, one)).toBeNull()
    expect(codesOf(await ask(api, BATCH_BY_ID, { variables: { id } }))).toEqual(['MISSING_API_KEY'])
  })
})

describe('submitBatch', () => {
  const SUBMIT = `mutation ($input: SubmitBatchInput!) { submitBatch(input: $input) { batchId status total } }`

  test('submits a batch that REST also returns', async () => {
    const { key } = await api.account()
    const { submitBatch } = await dataOf(api, SUBMIT, { key, variables: { input: { emails: EMAILS, format: 'FULL' } } })
    expect(submitBatch).toMatchObject({ total: 4, status: expect.stringMatching(/^(PENDING|PROCESSING)$/) })
    await ended(api, key, submitBatch.batchId)
    const { body } = await api.call('getBatchResults', { key, params: { batchId: submitBatch.batchId } })
    expect(body.results[0]).toMatchObject({ i: 0, email: EMAILS[0], valid: true })
  })

  test('accepts as many addresses as REST, within a request of 1 MiB', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}@a.invalid`)
    const { submitBatch } = await dataOf(api, SUBMIT, { key, variables: { input: { emails: many(50_000) } } })
    expect(submitBatch.total).toBe(50_000)
    const more = await ask(api, SUBMIT, { key, variables: { input: { emails: many(50_001) } } })
    expect(codesOf(more)).toEqual(['TOO_MANY_EMAILS'])
    const long = Array.from({ length: 30_000 }, (_, n) => `${'x'.repeat(25)}${n}@example.invalid`)
    const tooLong = await ask(api, SUBMIT, { key, variables: { input: { emails: long } } })
    expect(codesOf(tooLong)).toEqual(['PAYLOAD_TOO_LARGE'])
    // Saves the rest of the work, if it is not done yet.
    await ask(api, `mutation ($id: ID!) { cancelBatch(input: { id: $id }) { success } }`, {
      key,
      variables: { id: submitBatch.batchId },
    })
  })

  test('refuses a webhook URL in a private network', async () => {
    const { key } = await api.account()
    const input = { emails: EMAILS, webhookUrl: 'http://127.0.0.1/hook' }
    const answer = await ask(api, SUBMIT, { key, variables: { input } })
    expect(codesOf(answer)).toEqual(['WEBHOOK_URL_NOT_ALLOWED'])
    expect(answer.body.errors[0].extensions.details.problems).toMatchObject([{ path: '/webhookUrl' }])
    expect(await batchesOf(key)).toMatchObject({ totalCount: 0 })
  })
})

describe('cancelBatch', () => {
  const CANCEL = `mutation ($id: ID!) { cancelBatch(input: { id: $id }) { success message batch { id status } } }`
  const cancel = (key: string, id: string) => ask(api, CANCEL, { key, variables: { id } })

  test('cancels once, and is idempotent', async () => {
    const { key } = await api.account()
    const id = await submit(api, key, silentAddresses(api, 1))
    const answer = (await cancel(key, id)).body.data.cancelBatch
    expect(answer).toMatchObject({
      success: true,
      message: 'Batch cancelled.',
      batch: { id, status: 'CANCELLED' },
    })
    expect((await cancel(key, id)).body.data.cancelBatch.message).toBe('This batch was already cancelled.')
  })

  test("deletes a batch that has ended, unless it was taken for one in progress; not another account's", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const id = await done(ada.key)
    const query = `mutation($id: ID!) { cancelBatch(input: { id: $id, expect: IN_PROGRESS }) { success } }`
    const refused = await api.request('POST', '/graphql', { key: ada.key, body: { query, variables: { id } } })
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'BATCH_NOT_CANCELLABLE' })
    expect(codesOf(await cancel(bob.key, id))).toEqual(['BATCH_NOT_FOUND'])
    expect(codesOf(await cancel(bob.key, NEVER))).toEqual(['BATCH_NOT_FOUND'])
    expect((await cancel(ada.key, id)).body.data.cancelBatch).toMatchObject({
      message: 'The files and results of this batch are deleted.',
      batch: { id, status: 'COMPLETED' },
    })
    expect(codesOf(await cancel(ada.key, id))).toEqual(['BATCH_NOT_FOUND'])
  })
})

describe('batches', () => {
  let key: string
  let ids: string[]
  beforeAll(async () => {
    key = (await api.account({ perMinute: 1_000 })).key
    ids = []
    for (let made = 0; made < 7; made++) ids.unshift(await done(key, ['a']))
    const open = await submit(api, key, silentAddresses(api, 1))
    await dataOf(api, `mutation { cancelBatch(input: { id: "${open}" }) { success } }`, { key })
    ids.unshift(open)
  })

  test('are the newest first, each once, in pages of any size', async () => {
    for (const first of [1, 3, 8, 100]) {
      const seen: string[] = []
      for (let after: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof batchesOf>> = await batchesOf(key, { first, after })
        expect(page.totalCount).toBe(8)
        expect(page.pageInfo.hasPreviousPage).toBe(after !== null)
        expect(page.pageInfo.startCursor).toBe(page.edges[0].cursor)
        seen.push(...(nodesOf(page) as { id: string }[]).map(({ id }) => id))
        if (!page.pageInfo.hasNextPage) break
        after = page.pageInfo.endCursor
      }
      expect(seen).toEqual(ids)
    }
  })

  test('can be resumed after any edge', async () => {
    const { edges } = await batchesOf(key)
    for (const [place, { cursor }] of edges.entries()) {
      const rest = await batchesOf(key, { after: cursor })
      expect(nodesOf(rest)).toEqual(nodesOf({ edges }).slice(place + 1))
    }
  })

  test('of one status are those only', async () => {
    const cancelled = await batchesOf(key, { status: 'CANCELLED' })
    expect(cancelled).toMatchObject({ totalCount: 1, edges: [{ node: { id: ids[0], status: 'CANCELLED' } }] })
    expect(await batchesOf(key, { status: 'COMPLETED', first: 2 })).toMatchObject({
      totalCount: 7,
      pageInfo: { hasNextPage: true },
    })
    expect(await batchesOf(key, { status: 'FAILED' })).toMatchObject({
      totalCount: 0,
      edges: [],
      pageInfo: { endCursor: null },
    })
  })

  test('belong to the account only, and are the same under `me`', async () => {
    expect(await batchesOf((await api.account()).key)).toMatchObject({ totalCount: 0, edges: [] })
    const { me } = await dataOf(api, '{ me { batches(first: 100) { edges { node { id } } } } }', { key })
    expect(nodesOf(me.batches)).toEqual(ids.map((id) => ({ id })))
  })

  test('refuse an invalid cursor and that of another list', async () => {
    const { endCursor } = (await batchesOf(key, { first: 1 })).pageInfo
    const rows = (await resultsOf(key, { id: ids[1] })).pageInfo.endCursor
    const others: [string, object][] = [
      ['x', {}],
      ['', {}],
      ['%%%', {}],
      ['A'.repeat(5_000), {}],
      [rows, {}],
      [endCursor, { status: 'COMPLETED' }],
    ]
    for (const [after, more] of others) {
      const answer = await ask(api, BATCHES, { key, variables: { after, ...more } })
      expect(answer.body.errors).toMatchObject([
        {
          message: '`after` is not a cursor of this list.',
          extensions: { code: 'VALIDATION_ERROR', details: { problems: [{ path: '/after' }] } },
        },
      ])
    }
    const hers = await ask(api, BATCHES, { key: (await api.account()).key, variables: { after: endCursor } })
    expect(codesOf(hers)).toEqual(['VALIDATION_ERROR'])
  })
})

describe('results', () => {
  test('are the rows in their order, with the addresses as they were given', async () => {
    const { key } = await api.account()
    const id = await done(key)
    const { totalCount, edges } = await resultsOf(key, { id })
    expect(totalCount).toBe(4)
    expect(nodesOf({ edges })).toEqual([
      { index: 0, email: EMAILS[0], valid: true, status: 'VALID', disposable: false, role: false, error: null },
      { index: 1, email: EMAILS[1], valid: false, status: 'INVALID', disposable: false, role: false, error: 'syntax' },
      { index: 2, email: EMAILS[2], valid: false, status: 'INVALID', disposable: false, role: false, error: 'dns' },
      { index: 3, email: EMAILS[3], valid: true, status: 'VALID', disposable: false, role: false, error: null },
    ])
  })

  test('of a file are null for empty cells', async () => {
    const { key } = await api.account()
    const id = await upload(api, key, 'email,name\nada@explicit.mailproof.net,A\n,B\nx,C\n')
    await ended(api, key, id)
    expect(nodesOf(await resultsOf(key, { id }))).toMatchObject([
      { email: 'ada@explicit.mailproof.net' },
      { index: 1, email: null, error: 'syntax' },
      { email: 'x' },
    ])
  })

  test('cross chunks, in pages of any size and by verdict', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    // One of ten is valid, the others are not addresses; with debug, chunks have 250 rows.
    const emails = Array.from({ length: 620 }, (_, n) => (n % 10 === 3 ? `${n}@explicit.mailproof.net` : `row ${n}`))
    const id = await done(key, emails, { debug: true })
    const all = async (first: number, verdict?: string) => {
      const seen: { index: number; email: string }[] = []
      for (let after: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof resultsOf>> = await resultsOf(key, { id, first, after, verdict })
        seen.push(...(nodesOf(page) as typeof seen))
        expect(page.totalCount).toBe(verdict ? null : 620)
        if (!page.pageInfo.hasNextPage) return seen
        after = page.pageInfo.endCursor
      }
    }
    const whole = await all(100)
    expect(whole.map(({ index }) => index)).toEqual([...emails.keys()])
    expect(whole.map(({ email }) => email)).toEqual(emails)
    const valid = await all(7, 'VALID')
    expect(valid.map(({ email }) => email)).toEqual(emails.filter((email) => email.includes('@')))
    expect(await all(100, 'INVALID')).toHaveLength(558)
    expect(await all(100, 'UNKNOWN')).toEqual([])
  })

  test('can be filtered by kind; every result is of one', async () => {
    const { key } = await api.account()
    const emails = [...EMAILS, 'sales@explicit.mailproof.net', 'ada@servfail.mailproof.net']
    const id = await done(key, emails)
    const indexesOf = async (only: string) => {
      const page = await resultsOf(key, { id, only })
      expect(page.totalCount).toBeNull()
      return nodesOf(page).map((node) => (node as { index: number }).index)
    }
    expect(await indexesOf('DELIVERABLE')).toEqual([0, 3])
    expect(await indexesOf('RISKY')).toEqual([4])
    expect(await indexesOf('INVALID')).toEqual([1, 2])
    expect(await indexesOf('UNKNOWN')).toEqual([5])
    expect(nodesOf(await resultsOf(key, { id, only: 'UNKNOWN' }))).toMatchObject([{ valid: true, status: 'UNKNOWN' }])
  })

  test('are an error before the end, without failing the batch field', async () => {
    const { key } = await api.account()
    const id = await submit(api, key, silentAddresses(api, 2))
    const { body } = await ask(api, `query ($id: ID!) { batch(id: $id) { id results { totalCount } } }`, {
      key,
      variables: { id },
    })
    expect(body.data.batch).toEqual({ id, results: null })
    expect(body.errors).toMatchObject([
      { path: ['batch', 'results'], extensions: { code: 'BATCH_PROCESSING', details: { processed: 0, total: 2 } } },
    ])
  })

  test('of a cancelled batch are those of the processed rows', async () => {
    const { key } = await api.account()
    const id = await submit(api, key, silentAddresses(api, 1))
    await dataOf(api, `mutation { cancelBatch(input: { id: "${id}" }) { success } }`, { key })
    expect(await resultsOf(key, { id })).toMatchObject({ totalCount: 0, edges: [], pageInfo: { endCursor: null } })
  })

  test('refuse a cursor of another batch or verdict', async () => {
    const { key } = await api.account()
    const [one, two] = [await done(key), await done(key)]
    const { endCursor } = (await resultsOf(key, { id: one, first: 1 })).pageInfo
    for (const variables of [
      { id: two, after: endCursor },
      { id: one, after: endCursor, verdict: 'VALID' },
      { id: one, after: endCursor, only: 'RISKY' },
      { id: one, after: 'x' },
      { id: one, after: '' },
      { id: one, after: 'A'.repeat(5_000) },
    ]) {
      const answer = await ask(api, RESULTS, { key, variables })
      expect(answer.body.errors).toMatchObject([
        { message: '`after` is not a cursor of this list.', extensions: { code: 'VALIDATION_ERROR' } },
      ])
    }
  })
})
