// Every tool, called by the official client over both transports.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { buildProgram } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { type Agent, overHttp, overStdio } from './support/agent.js'

const GOOD = 'ada@explicit.mailproof.net'
const DEAD = 'ada@nowhere.mailproof.net'
const TOOLS = [
  'verify_email',
  'verify_list',
  'get_job',
  'explain_reason',
  'search_decisions',
  'get_usage',
  'search_docs',
]

let api: InProcessService
beforeAll(async () => {
  await buildProgram()
  api = await start()
}, 240_000)
afterAll(() => api.stop())

describe.each([
  ['over HTTP', overHttp],
  ['over standard input and output', overStdio],
])('%s', (_, connect) => {
  let key: string
  let agent: Agent
  let sandbox: Agent
  beforeAll(async () => {
    key = (await api.account({ perMinute: 1_000, perMonth: 500 })).key
    agent = await connect(api.url, key)
    sandbox = await connect(api.url, (await api.generate(key, { sandbox: true })).key)
  })
  afterAll(async () => {
    await agent.close()
    await sandbox.close()
  })

  const list = (name: string, length: number) =>
    Array.from({ length }, (_, index) => `${name}${index}@explicit.mailproof.net`)

  test('the tools are listed, with what they cost and whether they change anything', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description).toMatch(/\bcosts?\b/i)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations).toMatchObject({ destructiveHint: false })
    }
    const spending = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)
    expect(spending).toEqual(['verify_email', 'verify_list'])
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'mailproof' })
    expect(agent.client.getInstructions()).toContain('max_charge')
  })

  test('verify_email says what to do with an address, and why, for one verification', async () => {
    const { remaining } = await api.usage(key)
    expect(await agent.use('verify_email', { email: GOOD })).toMatchObject({
      email: GOOD,
      default_decision: 'allow',
      reasons: [{ code: 'deliverable', docs_url: expect.stringContaining('/docs/reasons/deliverable') }],
    })
    expect(await agent.use('verify_email', { email: 'no address' })).toMatchObject({ default_decision: 'deny' })
    expect((await agent.use('get_usage')).current_month.remaining).toBe(remaining - 2)
  })

  test('verify_list spends nothing before somebody has seen the price, and never more than was allowed', async () => {
    const { remaining } = await api.usage(key)
    const emails = [GOOD, DEAD, GOOD]
    const quote = await agent.use('verify_list', { emails })
    expect(quote).toMatchObject({ state: 'quote', would_charge: 2, left_this_month: remaining })
    expect(quote.next).toContain('max_charge: 2')
    expect(await agent.use('verify_list', { emails, max_charge: 1 })).toMatchObject({ state: 'quote', would_charge: 2 })
    expect((await api.usage(key)).remaining).toBe(remaining)

    expect(await agent.use('verify_list', { emails, max_charge: 2 })).toMatchObject({
      state: 'completed',
      total: 3,
      summary: { total: 3, valid: 2, invalid: 1, unknown: 0 },
      results: [
        { index: 0, email: GOOD, status: 'valid' },
        { index: 1, email: DEAD, status: 'invalid', reason: expect.any(String) },
        { index: 2, email: GOOD, status: 'valid' },
      ],
    })
    expect((await api.usage(key)).remaining).toBe(remaining - 2)
  })

  test('verify_list says that a list is longer than the quota', async () => {
    const { next } = await agent.use('verify_list', { emails: list('many', 501) })
    expect(next).toMatch(/needs 501 verifications and \d+ are left this month/)
  })

  test('a longer list becomes one job, however often it is sent, and get_job pages through its results', async () => {
    const emails = [...list('job', 119), DEAD]
    const given = { emails, max_charge: 120, idempotency_key: 'list-1' }
    const accepted = await agent.use('verify_list', given)
    expect(accepted).toMatchObject({ state: 'accepted', total: 120 })
    const { job_id } = accepted
    expect((await agent.use('verify_list', given)).job_id).toBe(job_id)
    const job = await eventually(
      () => agent.use('get_job', { job_id }),
      ({ status }) => status === 'completed',
    )
    expect(job).toMatchObject({ total: 120, valid: 119, invalid: 1, charged: 120 })
    expect(job).not.toHaveProperty('results')

    const first = await agent.use('get_job', { job_id, results: 70 })
    expect(first.results).toHaveLength(70)
    expect(first.next_offset).toBe(70)
    const second = await agent.use('get_job', { job_id, results: 70, offset: 70 })
    expect(second).not.toHaveProperty('next_offset')
    expect([...first.results, ...second.results].map(({ email }) => email)).toEqual(emails)
    expect(second.results.at(-1)).toMatchObject({ index: 119, status: 'invalid', reason: expect.any(String) })
  })

  test('get_job does not show a job of somebody else', async () => {
    const other = await connect(api.url, (await api.account()).key)
    const { job_id } = await other.use('verify_list', { emails: list('theirs', 101), max_charge: 101 })
    expect(await agent.mistake('get_job', { job_id })).toMatch(/^BATCH_NOT_FOUND: /)
    await other.close()
  })

  test('explain_reason says what a code means and what to tell the person', async () => {
    expect(await agent.use('explain_reason', { code: 'null-mx' })).toMatchObject({
      code: 'null_mx',
      category: 'deny',
      say_to_the_person: expect.any(String),
      docs_url: expect.stringMatching(/^http.*\/docs\/reasons\/null-mx$/),
    })
    expect(await agent.mistake('explain_reason', { code: 'null_mxx' })).toContain('Did you mean null_mx?')
    expect(await agent.mistake('explain_reason', { code: 'nothing like it' })).toContain('All reasons: ')
  })

  test('search_decisions finds what was answered, about an address and by its properties', async () => {
    await agent.use('verify_email', { email: 'grace@parked.nowhere.mailproof.net' })
    const found = await eventually(
      () => agent.use('search_decisions', { email: 'grace@PARKED.nowhere.mailproof.net' }),
      ({ decisions }) => decisions.length > 0,
    )
    expect(found.decisions[0]).toMatchObject({ decision: 'deny', domain: 'parked.nowhere.mailproof.net' })
    const denied = await agent.use('search_decisions', { decision: 'deny', limit: 1 })
    expect(denied.decisions).toHaveLength(1)
    expect(await agent.mistake('search_decisions', { email: GOOD, decision: 'deny' })).toContain('/decision: ')
    expect(await agent.mistake('search_decisions', { decision: 'maybe' })).toContain('/decision: ')
    expect(await agent.mistake('search_decisions', { from: 'yesterday' })).toContain('/from: ')
  })

  test('get_usage says what is left, how fast, and what things cost', async () => {
    expect(await agent.use('get_usage')).toMatchObject({
      sandbox: false,
      current_month: { limit: 500 },
      rate_limits: { per_minute: 1_000 },
      costs: expect.arrayContaining([{ tool: 'all others', costs: 'nothing' }]),
    })
  })

  test('search_docs finds the section that answers a question', async () => {
    const { hits } = await agent.use('search_docs', { query: 'verify the signature of a webhook' })
    expect(hits[0]).toMatchObject({
      title: expect.stringContaining('Webhooks'),
      url: expect.stringMatching(/^http.*\/docs\/guides\/webhooks/),
      markdown_url: expect.stringMatching(/\/docs\/guides\/webhooks\.md$/),
    })
    expect(await agent.use('search_docs', { query: 'xyzzy plugh' })).toEqual({ hits: [] })
  })

  test('sandbox keys verify without a quote, as nothing is charged', async () => {
    expect(await sandbox.use('get_usage')).toMatchObject({ sandbox: true })
    expect(await sandbox.use('verify_list', { emails: ['valid@x.example', 'null-mx@x.example'] })).toMatchObject({
      state: 'completed',
      results: [{ status: 'valid' }, { status: 'invalid', reason: 'null_mx' }],
    })
    expect(await sandbox.use('verify_email', { email: 'typo@x.example' })).toHaveProperty('did_you_mean')
  })

  test.each([
    ['verify_email', {}, '/email: `email` is missing'],
    ['verify_email', { emial: GOOD }, 'did you mean `email`?'],
    ['verify_email', { email: 7 }, '/email: '],
    ['verify_email', { email: null }, '/email: '],
    ['verify_list', { emails: [] }, '/emails: '],
    ['verify_list', { emails: GOOD }, '/emails: '],
    ['verify_list', { emails: [GOOD, 7] }, '/emails/1: '],
    ['verify_list', { emails: [GOOD], max_charge: -1 }, '/max_charge: '],
    ['verify_list', { emails: [GOOD], max_charge: 1.5 }, '/max_charge: '],
    ['get_job', { job_id: '' }, '/job_id: '],
    ['get_job', { job_id: 'x', results: 501 }, '/results: '],
    ['get_usage', { month: 'May' }, 'month'],
    ['search_docs', { query: 'x'.repeat(201) }, '/query: '],
  ])('%s with %j says what to correct, with an example', async (tool, given, problem) => {
    const text = await agent.mistake(tool, given)
    expect(text).toMatch(/^VALIDATION_ERROR: /)
    expect(text).toContain(problem)
    expect(text).toContain('Correct arguments, for example: {')
  })

  test('an unknown job, also one whose name is a path, is said to be unknown', async () => {
    for (const job_id of ['../v1/keys', 'a/b?c=d', '%2e%2e', '019acb60-2b1c-7c3d-9a4e-5f60718293a4'])
      expect(await agent.mistake('get_job', { job_id })).toMatch(/^(BATCH_NOT_FOUND|VALIDATION_ERROR): /)
  })

  test('a tool that does not exist is a mistake of the protocol, with the name that was meant', async () => {
    await expect(agent.client.callTool({ name: 'verify_emial', arguments: {} })).rejects.toThrow(
      'did you mean verify_email?',
    )
    await expect(agent.client.callTool({ name: 'constructor', arguments: {} })).rejects.toThrow('There is no tool')
  })

  test('limits are said with the time to wait', async () => {
    const poor = await connect(api.url, (await api.account({ perMonth: 1 })).key)
    await poor.use('verify_email', { email: GOOD })
    const text = await poor.mistake('verify_email', { email: GOOD })
    expect(text).toMatch(/^RATE_LIMIT_EXCEEDED: /)
    expect(text).toMatch(/Try again in \d+ s\./)
    expect(text).toContain('/docs/errors/RATE_LIMIT_EXCEEDED.md')
    await poor.close()
  })
})
