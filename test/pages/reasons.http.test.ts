// The pages about reasons and errors: their examples are what the service answers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ReasonCode, V1_REASONS, V2_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let sandbox: string
beforeAll(async () => {
  api = await start()
  sandbox = (await api.generate((await api.account()).key, { sandbox: true })).key
})
afterAll(() => api.stop())

const CODES = [...new Set<ReasonCode>([...V1_REASONS, ...V2_REASONS])]
const get = (path: string) => api.request('GET', path)
const slugOf = (code: string): string => code.replaceAll('_', '-')
const blockOf = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)![1]!

describe('the page of a reason', () => {
  test.each(CODES)('%s has the answer that the sandbox gives to its address', async (code) => {
    const { text, status } = await get(`/docs/reasons/${slugOf(code)}.md`)
    expect(status).toBe(200)
    const shown = JSON.parse(blockOf(text, 'json'))
    const [, path, body] = /\/(v[12])\/verify [\s\S]+-d '(.+)'/.exec(blockOf(text, 'sh'))!
    const operation = path === 'v2' ? 'verifyEmailSignals' : 'verifyEmail'
    const answer = await api.call(operation, { key: sandbox, body: JSON.parse(body!) })
    const { request_id: _, checked_at: __, ...constant } = answer.body
    const { request_id: ___, checked_at: ____, ...example } = shown
    expect(JSON.parse(JSON.stringify(example).replaceAll(BASE_URL, ''))).toEqual(
      JSON.parse(JSON.stringify(constant).replaceAll(BASE_URL, '')),
    )
    expect(JSON.stringify(answer.body)).toContain(`"${code}"`)
  })

  test.each(CODES)('%s has the dress of the documentation, and says what to do in a form', async (code) => {
    const { text } = await get(`/docs/reasons/${slugOf(code)}`)
    expect(text).toContain('<nav class="side"')
    expect(text).toContain('<h2 id="in-a-form">')
    expect(text).toContain('<h2 id="in-the-other-version">')
    expect(text).toMatch(/<h1 [^>]+>[^<]{15,}[^.<]<\/h1>/)
    expect(text).toMatch(/<meta name="description" content=".{30,}">/)
    expect(text).toContain('<meta property="og:image"')
  })

  test('of v1 and of v2 lead to each other', async () => {
    expect((await get('/docs/reasons/mx')).text).toContain('href="/docs/reasons/mx-absent"')
    expect((await get('/docs/reasons/mx-absent')).text).toContain('href="/docs/reasons/mx"')
    expect((await get('/docs/reasons/null-mx')).text).toContain('with the same reason')
    expect((await get('/docs/reasons/disposable')).text).toContain('<code>checks.disposable</code> is true')
  })

  test('is found from the list, which sorts them by what they suggest', async () => {
    const { text } = await get('/docs/reasons')
    for (const code of CODES) expect(text).toContain(`href="/docs/reasons/${slugOf(code)}"`)
    expect(text.indexOf('id="refuse"')).toBeLessThan(text.indexOf('id="accept"'))
  })
})

describe('the page of an error', () => {
  test('has an answer with that code, what to do, and code', async () => {
    const { body } = await api.call('verifyEmail', { body: { email: 'a@b.example' } })
    const { text } = await get('/docs/errors/MISSING_API_KEY.md')
    expect(JSON.parse(blockOf(text, 'json')).error).toMatchObject({
      code: body.error.code,
      message: body.error.message,
      docs_url: `${BASE_URL}/docs/errors/MISSING_API_KEY`,
    })
    expect(text).toContain('## What to do')
    expect(text).toContain("error.code === 'MISSING_API_KEY'")
  })
})
