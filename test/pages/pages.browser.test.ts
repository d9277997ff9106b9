// The pages in a real browser: accessible, on this service only, and working, from the front page's box to GraphiQL.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { accessibilityProblems, FORBID_STORAGE, openBrowser, type TestBrowser } from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

/** Findings of axe on pages made by libraries, as the documentation lists them: page and rule. */
const LISTED = new Set(
  [...readFileSync('docs/testing.md', 'utf8').matchAll(/^\| `(\/[\w/]+)` \| `([\w-]+)` \|/gm)].map(
    ([, path, rule]) => `${path} ${rule}`,
  ),
)

const VIEWS = [
  { width: 1_280, scheme: 'light' },
  { width: 768, scheme: 'light' },
  { width: 1_280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const

/** Text that a page shows once it is complete. */
const OURS = [
  ['/', 'All parts of this service work.'],
  ['/dashboard', 'Nobody has contributed in this period.'],
  ['/docs', 'Documentation'],
  ['/docs/guides/quick-start', 'Get an API key'],
  ['/docs/guides/webhooks', 'Verify every call'],
  ['/docs/sandbox', 'Verdicts'],
  ['/docs/errors/RATE_LIMIT_EXCEEDED', 'HTTP status 429'],
  ['/docs/reasons', 'names its reasons'],
  ['/docs/reasons/null-mx', 'Where the rule comes from'],
] as const
/** Pages made by libraries, whose markup is not ours. */
const THEIRS = [
  ['/docs/api', 'Verify one address'],
  ['/graphql', 'Variables'],
] as const
/** Scalar announces itself. */
const KNOWN_MESSAGES = /^info: @scalar\/api-reference@/

async function show(page: Page, { width, scheme }: (typeof VIEWS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height: 900 })
}

/** Waits until the page is no wider than the screen: an editor takes a moment to follow a new width. */
const fits = (page: Page): Promise<unknown> =>
  eventually(
    () => page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'),
    (pixels) => pixels === 0,
  )

describeInBrowser('the pages in a browser', () => {
  let api: InProcessService
  let browser: TestBrowser
  let origin: string
  beforeAll(async () => {
    ;[api, browser] = await Promise.all([start(), openBrowser()])
    origin = api.url.replace('localhost', '127.0.0.1')
  })
  afterAll(() => Promise.all([browser?.close(), api.stop()]))

  test.each(OURS)(
    '%s is accessible, fits every screen in light and dark, and stays on this service',
    async (path, text) => {
      const { page, complaints, origins, close } = await browser.open(`${origin}${path}`)
      await page.getByText(text).first().waitFor()
      for (const view of VIEWS) {
        await show(page, view)
        expect({ ...view, problems: await accessibilityProblems(page) }).toEqual({ ...view, problems: [] })
        await fits(page)
      }
      expect(complaints).toEqual([])
      expect([...origins].filter((each) => each !== origin && each !== origin.replace('http', 'ws'))).toEqual([])
      await close()
    },
  )

  test.each(THEIRS)(
    '%s works without a message in light and dark, stays on this service, and has only the listed findings of axe',
    async (path, text) => {
      const { page, complaints, origins, close } = await browser.open(`${origin}${path}`)
      await page.getByText(text).first().waitFor()
      const found = new Map<string, string>()
      for (const view of VIEWS) {
        await show(page, view)
        await fits(page)
        for (const problem of await accessibilityProblems(page)) found.set(`${path} ${problem.split(':', 1)}`, problem)
      }
      expect([...found].filter(([finding]) => !LISTED.has(finding))).toEqual([])
      expect([...LISTED].filter((finding) => finding.startsWith(`${path} `) && !found.has(finding))).toEqual([])
      expect(complaints.filter((complaint) => !KNOWN_MESSAGES.test(complaint))).toEqual([])
      expect([...origins]).toEqual([origin])
      await close()
    },
  )

  test('the front page works without JavaScript, but for the box', async () => {
    const { page, close } = await browser.open(origin, { javaScriptEnabled: false })
    expect(await page.getByText('All parts of this service work.').isVisible()).toBe(true)
    expect(await page.getByText('The box needs JavaScript.').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Quick start' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quick start')
    await close()
  })

  test('the box shows a sandbox verdict with its reason and suggestion, and takes hostile text as text', async () => {
    const { page, complaints, close } = await browser.open(origin)
    const verdict = page.locator('#verdict')
    await page.getByLabel('Email address').press('Enter')
    await verdict.getByText('The domain accepts mail').or(verdict.getByText('valid')).first().waitFor()
    await verdict.getByRole('button', { name: 'typo@example.com' }).click()
    await verdict.getByText('Did you mean').first().waitFor()
    expect(await verdict.locator('dt').allTextContents()).toEqual(expect.arrayContaining(['syntax', 'mail route']))
    await page.getByRole('button', { name: 'null-mx@example.net' }).click()
    await verdict.locator('a[href="/docs/reasons/null-mx"]').waitFor()
    const hostile = '<img src=x onerror=alert(1)>@example.net'
    await page.getByLabel('Email address').fill(hostile)
    await page.getByRole('button', { name: 'Check' }).click()
    await verdict.getByText(hostile).waitFor()
    expect(await verdict.locator('img').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['timeout', 'review', 'dns-timeout'],
    ['dns-error', 'review', 'dns-error'],
    ['known-fallback', 'review', 'dns-timeout'],
    ['implicit-mx', 'allow', 'implicit-mx'],
    ['disposable', 'deny', 'disposable'],
    ['temporary', 'review', 'temporary'],
    ['privacy-relay', 'allow', 'privacy-relay'],
    ['developer-test', 'review', 'developer-test'],
    ['valid', 'allow', 'deliverable'],
  ])('the box gives the decision and the reason of %s@…: %s, %s', async (localPart, decision, slug) => {
    const { page, close } = await browser.open(origin)
    await page.getByLabel('Email address').fill(`${localPart}@example.net`)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#verdict a').first().waitFor()
    expect(
      await page.locator('#verdict a').evaluateAll((links) => links.map((link) => String(link.getAttribute('href')))),
    ).toEqual([`/docs/reasons/${slug}`])
    expect(await page.locator('#verdict .status').last().textContent()).toBe(decision)
    await close()
  })

  test('the box says what is wrong with the syntax of an address', async () => {
    const { page, close } = await browser.open(origin)
    await page.getByLabel('Email address').fill('someone.example.net')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#verdict').getByText('The address has no @').waitFor()
    await close()
  })

  test('with a key the box asks as its account; a wrong key is an error in words', async () => {
    const { key } = await api.account()
    const { page, close } = await browser.open(origin)
    await page.getByLabel('Email address').fill('someone@explicit.mailproof.net')
    await page.getByLabel(/^API key/).fill(key)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#verdict .status.valid').waitFor()
    expect(await api.usage(key)).toMatchObject({ verifications: 1 })
    await page.getByLabel(/^API key/).fill('mpk_nonsense')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#verdict .failed').waitFor()
    expect(await page.locator('#verdict').textContent()).toMatch(/API key/)
    await page.getByLabel(/^API key/).fill('mpk_7Qx2mV…')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#verdict .failed').getByText('This is not a whole API key.').waitFor()
    await close()
  })

  test('GraphiQL stores queries, but never the API key of its headers', async () => {
    const { key } = await api.account()
    const query = encodeURIComponent('query Mine { me { id } }')
    const { page, close } = await browser.open(`${origin}/graphql?query=${query}`)
    const editor = page.locator('.graphiql-editor-tool .monaco-editor').last()
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(`{"X-API-Key": "${key}"}`)
    // The editor closes brackets and quotes by itself.
    await page.keyboard.press('Control+Shift+End')
    await page.keyboard.press('Delete')
    const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('Mine'))
    await page.getByRole('button', { name: /^Execute/ }).click()
    expect((await answered).request().headers()['x-api-key']).toBe(key)
    const stored = () => page.evaluate('JSON.stringify(localStorage)') as Promise<string>
    await eventually(stored, (text) => text.includes('graphiql:queries'))
    expect(await stored()).not.toContain(key)

    const earlier = JSON.stringify({ queries: [{ query: '{ me { id } }', headers: `{"X-API-Key":"${key}"}` }] })
    await page.evaluate(`localStorage.setItem('graphiql:queries', ${JSON.stringify(earlier)})`)
    await page.reload()
    await page.getByText('Variables').first().waitFor()
    expect(await stored()).not.toContain(key)
    await close()
  })

  test('GraphiQL works where the browser forbids to store anything', async () => {
    const { page, close } = await browser.open(origin)
    await page.addInitScript({ content: FORBID_STORAGE })
    await page.goto(`${origin}/graphql`)
    await page.getByRole('button', { name: /^Execute/ }).waitFor()
    await close()
  })

  test('the reference opens with a request, shows how a key looks, and has samples of the typed client', async () => {
    const { page, close } = await browser.open(`${origin}/docs/api#tag/verification/POST/v1/verify`)
    await page.getByText(`curl -s ${origin}/v2/verify`).first().waitFor({ state: 'attached' })
    await page.locator('[placeholder="mpk_… or mpt_…"]').first().waitFor({ state: 'attached' })
    await page
      .getByRole('button', { name: /Shell Curl/ })
      .first()
      .click()
    await page.getByText('mailproof/client').first().click()
    await page.getByText('mailproof.verifyEmail(').first().waitFor()
    await close()
  })

  test.each(['**/openapi.json', '**/*scalar*.js'])('the reference says so if %s cannot be loaded', async (lost) => {
    const { page, close } = await browser.open('about:blank')
    await page.route(lost, (route) => route.abort())
    await page.goto(`${origin}/docs/api`)
    await page.getByRole('alert').getByText('could not be loaded').waitFor()
    await close()
  })

  test('the reference sends a request to this service', async () => {
    const { page, close } = await browser.open(`${origin}/docs/api#tag/system/GET/v1/health`)
    await page
      .getByRole('button', { name: /^Test Request.*health/ })
      .first()
      .click()
    const answered = page.waitForResponse(`${origin}/v1/health`)
    await page.getByRole('button', { name: /^Send/ }).last().click()
    expect((await answered).status()).toBe(200)
    await close()
  })
})
