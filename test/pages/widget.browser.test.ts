// The widget in pages of another origin, in a browser.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  accessibilityProblems,
  openBrowser,
  type TestBrowser,
  tabTo,
  type Watched,
} from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openProxy } from '../../testbed/stores/storeProxy.js'
import { describeInBrowser } from '../support/describeInBrowser.js'
import { buildForm, type PageContent, type Site, startSite } from './widgetSite.js'

const FORM = `<form method="post" action="/sent">
  <label for="email">Email</label> <input id="email" name="email" type="email" aria-describedby="hint">
  <p id="hint">We send one mail.</p>
  <button>Sign up</button>
</form>`
const TYPO = 'jane@gmial.com'
const RIGHT = 'jane@gmail.com'
const DENIED = 'ada@missing.mailproof.net'
const GOOD = 'ada@explicit.mailproof.net'
/** Longer than the pause after which the widget asks. */
const LONGER_MS = 700

describeInBrowser('the widget', () => {
  let api: InProcessService
  let browser: TestBrowser
  let service: string
  let site: Site
  let key: string
  let sandbox: string
  beforeAll(async () => {
    ;[api, browser] = await Promise.all([start(), openBrowser()])
    service = api.url.replace('localhost', '127.0.0.1')
    site = await startSite(service)
    sandbox = await newKey({ sandbox: true })
  })
  // One for each test: fast tests ask more than a visitor may.
  beforeEach(async () => {
    key = await newKey()
  })
  afterAll(() => Promise.all([browser?.close(), api.stop(), site?.close()]))

  /** A publishable key of a new account: its visitor may ask twenty times a minute. */
  async function newKey(more: object = {}): Promise<string> {
    const account = await api.account({ plan: 'growth' })
    return (await api.generate(account.key, { publishable: true, origins: [site.origin], ...more })).key
  }
  const scriptOf = (attributes = '', { own = key, from = service } = {}) =>
    `<script src="${from}/widget.js" data-key="${own}" ${attributes} defer></script>`

  interface Opened extends Watched {
    /** Addresses that were asked about. */
    readonly questions: string[]
  }

  async function open(content: Partial<PageContent> = {}, at = site, options = {}): Promise<Opened> {
    const url = at.page({ body: FORM, head: scriptOf(), ...content })
    const watched = await browser.open('about:blank', options)
    const questions: string[] = []
    watched.page.on('request', (request) => {
      if (request.url().endsWith('/v1/check') && request.method() === 'POST') {
        questions.push(request.postDataJSON().email)
      }
    })
    await watched.page.goto(url)
    return { ...watched, questions }
  }

  const field = (page: Page) => page.getByLabel('Email')
  const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })
  const type = async (page: Page, text: string) => {
    await field(page).fill('')
    await field(page).pressSequentially(text)
  }
  const answered = (page: Page) =>
    page.waitForResponse((response) => response.url().endsWith('/v1/check') && response.request().method() === 'POST')
  /** Sends the form. @returns the address that arrived */
  async function send(page: Page, at = site): Promise<string | null> {
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    return new URLSearchParams(at.sent.at(-1)).get('email')
  }

  describe('a typo', () => {
    test('is said as a question while the visitor types, and corrected by keyboard', async () => {
      const { page, complaints, origins, questions, close } = await open()
      await tabTo(page, field(page))
      await page.keyboard.type(TYPO)
      await status(page).waitFor()
      expect(await status(page).textContent()).toBe(`Did you mean ${RIGHT}?`)
      expect(await field(page).evaluate('document.activeElement.id')).toBe('email')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe(RIGHT)
      await page.keyboard.press('Enter')
      expect(await field(page).inputValue()).toBe(RIGHT)
      expect(await page.evaluate('document.activeElement.id')).toBe('email')
      await status(page).waitFor({ state: 'detached' })
      await answered(page)
      expect(await send(page)).toBe(RIGHT)
      expect(questions).toEqual([TYPO, RIGHT])
      expect([...origins].sort()).toEqual([service, site.origin].sort())
      expect(complaints).toEqual([])
      await close()
    })

    test('is in the accessibility tree: a polite status, and the description of the field beside the page’s own', async () => {
      const { page, close } = await open()
      await field(page).focus()
      expect(await page.getByRole('status').count()).toBe(1)
      expect(await field(page).getAttribute('aria-describedby')).toBe('hint')
      await type(page, TYPO)
      await status(page).waitFor()
      const session = await page.context().newCDPSession(page)
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const said = nodes.find(({ role }) => role?.value === 'status')!
      const properties = Object.fromEntries((said.properties ?? []).map(({ name, value }) => [name, value.value]))
      expect(properties).toMatchObject({ live: 'polite' })
      const input = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'Email')!
      // Chromium separates a button from what follows.
      expect(input.description?.value).toBe(`We send one mail. Did you mean ${RIGHT} ?`)
      expect(nodes.find(({ role, name }) => role?.value === 'button' && name?.value === RIGHT)).toBeDefined()
      await type(page, 'jane@')
      expect(await field(page).getAttribute('aria-describedby')).toBe('hint')
      await close()
    })

    test.each([390, 1_280])('violates no rule of axe at %s px', async (width) => {
      const { page, complaints, close } = await open({}, site, { viewport: { width, height: 800 } })
      for (const text of [TYPO, DENIED]) {
        await type(page, text)
        await status(page).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
      }
      expect(complaints).toEqual([])
      await close()
    })

    test('never keeps the form from being sent, nor changes the text by itself', async () => {
      const { page, close } = await open()
      await type(page, TYPO)
      await status(page).waitFor()
      expect(await send(page)).toBe(TYPO)
      await close()
    })
  })

  describe('questions', () => {
    test('are not asked with each key, nor of what is incomplete, nor twice', async () => {
      const { page, questions, close } = await open()
      await type(page, 'ada@explicit')
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([])
      const first = answered(page)
      await field(page).pressSequentially('.mailproof.net')
      await first
      await field(page).press('Tab')
      await type(page, 'jane')
      await type(page, GOOD)
      await field(page).press('Tab')
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([GOOD])
      await close()
    })

    test('are asked only of fields that were left with data-when="blur", also about malformed texts', async () => {
      const body = FORM.replace('type="email"', 'type="text" data-mailproof')
      const { page, questions, close } = await open({ body, head: scriptOf('data-when="blur"') })
      await type(page, 'jane@gmail,com')
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([])
      await field(page).press('Tab')
      await status(page).waitFor()
      expect(await status(page).textContent()).toBe(`Did you mean ${RIGHT}?`)
      await close()
    })

    test('that are overtaken have no effect', async () => {
      const { page, close } = await open()
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/v1/check', async (route) => {
        if (route.request().postData()?.includes(TYPO)) await held
        await route.continue().catch(() => {})
      })
      const asked = page.waitForRequest((request) => request.postData()?.includes(TYPO) === true)
      await type(page, TYPO)
      await asked
      await type(page, DENIED)
      await status(page).waitFor()
      release()
      await page.waitForTimeout(LONGER_MS)
      expect(await status(page).textContent()).not.toContain(RIGHT)
      await close()
    })

    test('are not asked of fields that say off, or are in no form', async () => {
      const body = `<label>Email <input type="email"></label>
        <form><label>Other <input type="email" data-mailproof="off"></label></form>`
      const { page, questions, close } = await open({ body })
      await type(page, TYPO)
      await page.getByLabel('Other').fill(TYPO)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([])
      await close()
    })
  })

  describe('an address', () => {
    test('that is denied is said so, in English for all readers, and sent', async () => {
      const { page, close } = await open({ language: 'de' })
      await type(page, DENIED)
      await status(page).waitFor()
      expect(await status(page).getAttribute('data-decision')).toBe('deny')
      expect(await status(page).getAttribute('lang')).toBe('en')
      expect(await send(page)).toBe(DENIED)
      await close()
    })

    test.each(['info@explicit.mailproof.net', GOOD])('such as %s is not worth a word', async (address) => {
      const { page, complaints, close } = await open()
      const answer = answered(page)
      await type(page, address)
      expect((await answer).status()).toBe(200)
      expect(await status(page).count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    })

    test('is spoken of in the texts of the page', async () => {
      const texts =
        'data-typo="Meinten Sie {suggestion}?" data-deny="Bitte eine andere." data-null-mx="Nimmt keine Post."'
      const { page, close } = await open({ language: 'de', head: scriptOf(texts, { own: sandbox }) })
      for (const [address, text] of [
        ['typo@example.net', 'Meinten Sie typo@example.com?'],
        ['disposable@example.net', 'Bitte eine andere.'],
        ['null-mx@example.net', 'Nimmt keine Post.'],
      ] as const) {
        await type(page, address)
        await page.getByText(text).waitFor()
        expect(await status(page).textContent()).toBe(text)
        expect(await status(page).getAttribute('lang')).toBeNull()
      }
      await close()
    })
  })

  describe('data-block="deny"', () => {
    const head = () => scriptOf('data-block="deny"', { own: sandbox })

    test('keeps a denied address from being sent until the text changes', async () => {
      const { page, close } = await open({ head: head() })
      await type(page, 'disposable@example.net')
      await status(page).waitFor()
      const before = site.sent.length
      await page.getByRole('button', { name: 'Sign up' }).click()
      expect(await field(page).evaluate('document.querySelector("#email").validationMessage')).toBe(
        await status(page).textContent(),
      )
      expect(site.sent.length).toBe(before)
      await type(page, 'valid@example.net')
      expect(await send(page)).toBe('valid@example.net')
      await close()
    })

    test('does not hold against a form what a script has changed since', async () => {
      const { page, close } = await open({ head: head() })
      await type(page, 'disposable@example.net')
      await status(page).waitFor()
      await page.evaluate('document.querySelector("#email").value = "valid@example.net"')
      expect(await send(page)).toBe('valid@example.net')
      await close()
    })

    test.each(['timeout@example.net', 'role-account@example.net', 'typo@example.net'])(
      'sends %s, which is not denied',
      async (address) => {
        const { page, close } = await open({ head: head() })
        await page.evaluate(`addEventListener('mailproof', ({ detail }) => { document.title = detail.decision })`)
        await type(page, address)
        await eventually(
          () => page.title(),
          (title) => title === 'review',
        )
        expect(await send(page)).toBe(address)
        await close()
      },
    )

    test('leaves the page’s own complaint alone', async () => {
      const { page, close } = await open({ head: head() })
      await page.evaluate('document.querySelector("#email").setCustomValidity("Ours.")')
      await type(page, 'disposable@example.net')
      await status(page).waitFor()
      await type(page, 'valid@example.net')
      expect(await page.evaluate('document.querySelector("#email").validationMessage')).toBe('Ours.')
      await close()
    })
  })

  describe('without a service', () => {
    test('that was there when the page was loaded, the form is sent, and the widget is quiet', async () => {
      const proxy = await openProxy(() => ({ port: Number(new URL(service).port) }))
      const from = `http://127.0.0.1:${proxy.port}`
      const other = await startSite(from)
      const { page, questions, close } = await open({ head: scriptOf('data-block="deny"', { from }) }, other)
      await page.evaluate('mailproof.start')
      await proxy.close()
      const failed = page.waitForEvent('requestfailed')
      await type(page, DENIED)
      await failed
      await type(page, TYPO)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([DENIED])
      expect(await send(page, other)).toBe(TYPO)
      await Promise.all([close(), proxy.close(), other.close()])
    })

    test('that answers, the form is sent while it waits', async () => {
      const { page, close } = await open({ head: scriptOf('data-block="deny"') })
      await page.route('**/v1/check', () => {})
      const asked = page.waitForRequest('**/v1/check')
      await type(page, DENIED)
      await asked
      expect(await send(page)).toBe(DENIED)
      await close()
    })

    test('or scripts, the form is a form', async () => {
      const { page, questions, close } = await open({}, site, { javaScriptEnabled: false })
      await field(page).fill(TYPO)
      expect(await send(page)).toBe(TYPO)
      expect(questions).toEqual([])
      await close()
    })
  })

  describe('an answer that', () => {
    /** Answers the first question in another way. */
    async function openWithFirst(answer: { status: number; json?: object; body?: string }): Promise<Opened> {
      const opened = await open()
      let isFirst = true
      await opened.page.route('**/v1/check', async (route) => {
        if (!isFirst || route.request().method() !== 'POST') return route.fallback()
        isFirst = false
        return route.fulfill({ ...answer, headers: { 'Access-Control-Allow-Origin': '*' } })
      })
      await opened.page.evaluate(
        '{ const now = Date.now; globalThis.later = () => { Date.now = () => now() + 10_001 } }',
      )
      return opened
    }

    test.each([
      { status: 404, body: 'no such page' },
      { status: 403, body: '<html>a firewall</html>' },
      { status: 400, json: { error: { code: 'VALIDATION_ERROR', message: 'Not that.' } } },
    ])('is no refusal of the key (%j) silences it for ten seconds', async (answer) => {
      const { page, questions, close } = await openWithFirst(answer)
      const warned = page.waitForEvent('console', (message) => message.text().startsWith('mailproof: '))
      await type(page, DENIED)
      await warned
      await type(page, GOOD)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([DENIED])
      await page.evaluate('later()')
      await type(page, TYPO)
      await status(page).waitFor()
      expect(questions).toEqual([DENIED, TYPO])
      await close()
    })

    test.each([401, 403])('refuses the key (%i) silences it until the page is loaded again', async (status) => {
      const { page, questions, close } = await openWithFirst({
        status,
        json: { error: { code: 'INVALID_API_KEY', message: 'No such key.' } },
      })
      const warned = page.waitForEvent('console', (message) => message.text() === 'mailproof: No such key.')
      await type(page, DENIED)
      await warned
      await page.evaluate('later()')
      await type(page, TYPO)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([DENIED])
      await close()
    })
  })

  describe('a key', () => {
    test('for other origins is refused once, says so to the developer, and the form is sent', async () => {
      const foreign = await startSite(service)
      const { page, complaints, questions, close } = await open({ head: scriptOf('data-block="deny"') }, foreign)
      const warned = page.waitForEvent('console', (message) => message.text().startsWith('mailproof: '))
      await type(page, DENIED)
      expect((await warned).text()).toContain('origin')
      await type(page, TYPO)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([DENIED])
      expect(complaints.filter((text) => text.startsWith('warning'))).toHaveLength(1)
      expect(await status(page).count()).toBe(0)
      expect(await send(page, foreign)).toBe(TYPO)
      await Promise.all([close(), foreign.close()])
    })

    test('that is secret is not used in a page', async () => {
      const { key: secret } = await api.account()
      const { page, complaints, questions, close } = await open({ head: scriptOf('', { own: secret }) })
      await type(page, TYPO)
      await page.waitForTimeout(LONGER_MS)
      expect(questions).toEqual([])
      expect(complaints).toEqual([expect.stringContaining('must be a publishable one')])
      expect(await send(page)).toBe(TYPO)
      await close()
    })
  })

  describe('a page that changes', () => {
    test('has help for inputs that are added, and no message of those that are gone', async () => {
      const { page, complaints, close } = await open({ body: '<p>Wait.</p>' })
      const render = `document.querySelector('main').replaceChildren(...new DOMParser().parseFromString(
        trustedTypes.createPolicy('p' + Math.random(), { createHTML: (text) => text }).createHTML(${JSON.stringify(FORM)}),
        'text/html').body.childNodes)`
      for (let times = 0; times < 2; times++) {
        await page.evaluate(render)
        await type(page, TYPO)
        await status(page).waitFor()
      }
      await page.evaluate('document.querySelector("#email").remove()')
      await page.getByRole('status').waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    })

    test('gets its message back when it renders around the input, and keeps it away if it insists', async () => {
      const { page, close } = await open()
      await type(page, TYPO)
      for (let times = 0; times < 3; times++) {
        await status(page).waitFor()
        await page.evaluate(`document.querySelector('.mailproof-message').remove()`)
      }
      await status(page).waitFor()
      await page.evaluate(`document.querySelector('.mailproof-message').remove()`)
      await page.waitForTimeout(100)
      expect(await status(page).count()).toBe(0)
      await close()
    })

    test('may choose the place of the message, and a label keeps its own name', async () => {
      const body = `<form><label>Email <input id="email" type="email"></label></form>
        <form><label for="second">Second</label><input id="second" type="email" data-mailproof-message="there"><p id="there"></p></form>`
      const { page, close } = await open({ body })
      await type(page, TYPO)
      await status(page).waitFor()
      expect(await page.evaluate(`document.querySelector('label').nextElementSibling.className`)).toBe(
        'mailproof-message',
      )
      await page.getByLabel('Second').pressSequentially(TYPO)
      await page.locator('#there').getByRole('button', { name: RIGHT }).waitFor()
      await close()
    })
  })

  describe.each(['react', 'preact', 'vue'])('a form of %s', (framework) => {
    let script: string
    beforeAll(async () => {
      script = await buildForm(framework)
    })

    test('learns of the correction, and may render as it likes', async () => {
      const { page, complaints, close } = await open({ body: '', script })
      await type(page, TYPO)
      await status(page).waitFor()
      await page.getByRole('button', { name: 'Describe' }).click()
      await eventually(
        () => field(page).getAttribute('aria-describedby'),
        (ids) => /^other mailproof-message-\d+$/.test(ids ?? ''),
      )
      await page.getByRole('button', { name: RIGHT }).click()
      await page.getByText(`state: ${RIGHT}`).waitFor()
      await page.getByRole('button', { name: 'Replace' }).click()
      await type(page, TYPO)
      await status(page).waitFor()
      await page.getByRole('button', { name: 'Empty' }).click()
      await page.getByText('state: ').waitFor()
      await type(page, TYPO)
      await page.getByRole('button', { name: RIGHT }).click()
      expect(await send(page)).toBe(RIGHT)
      expect(complaints).toEqual([])
      await close()
    })
  })

  test('helps inside of a custom element, with its styles', async () => {
    const script = `customElements.define('sign-up', class extends HTMLElement {
      connectedCallback() {
        const form = document.querySelector('form')
        this.attachShadow({ mode: 'open' }).append(form)
      }
    })`
    const { page, complaints, close } = await open({ body: `${FORM}<sign-up></sign-up>`, script })
    await type(page, TYPO)
    await status(page).waitFor()
    const button = page.getByRole('button', { name: RIGHT })
    expect(await button.evaluate('document.querySelector("sign-up").shadowRoot.adoptedStyleSheets.length')).toBe(1)
    await button.click()
    expect(await field(page).inputValue()).toBe(RIGHT)
    expect(complaints).toEqual([])
    await close()
  })

  test('tells the page each answer, which may show it itself', async () => {
    const script = `document.querySelector('form').addEventListener('mailproof', (event) => {
      event.preventDefault()
      document.title = JSON.stringify(event.detail)
    })`
    const { page, close } = await open({ head: scriptOf('data-block="deny"'), script })
    await type(page, TYPO)
    await eventually(
      () => page.title(),
      (title) => title.startsWith('{'),
    )
    expect(JSON.parse(await page.title())).toMatchObject({ email: TYPO, decision: 'deny', did_you_mean: RIGHT })
    expect(await status(page).count()).toBe(0)
    expect(await send(page)).toBe(TYPO)
    await close()
  })

  test.each([
    ['a module', () => ({ head: scriptOf('type="module"') })],
    ['an import', () => ({ head: '', script: `import '${service}/widget.js'; ${startedWith()}` })],
    ['a script that is loaded twice', () => ({ head: scriptOf() + scriptOf() })],
  ])('is usable as %s', async (_, content) => {
    const { page, complaints, close } = await open(content())
    await type(page, TYPO)
    await status(page).waitFor()
    expect(await page.getByRole('status').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  const startedWith = () => `globalThis.stop = mailproof.start({ url: '${service}', key: '${key}' })`

  test('leaves nothing in the page when it is stopped', async () => {
    const script = `import '${service}/widget.js'; ${startedWith()}`
    const { page, questions, close } = await open({ head: '', script })
    await type(page, TYPO)
    await status(page).waitFor()
    await page.evaluate('stop()')
    expect(await page.locator('.mailproof-message').count()).toBe(0)
    expect(await field(page).getAttribute('aria-describedby')).toBe('hint')
    await type(page, DENIED)
    await page.waitForTimeout(LONGER_MS)
    expect(questions).toEqual([TYPO])
    await close()
  })
})
