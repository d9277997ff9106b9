// The documentation in a real browser: code, search, menu and theme, by keyboard and without a script.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { accessibilityProblems, openBrowser, type TestBrowser } from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const QUICK_START = '/docs/guides/quick-start'
const PHONE = { viewport: { width: 390, height: 844 } }
const PAGES_WITH_THEMES = ['/', '/docs', QUICK_START, '/dashboard', '/docs/api', '/graphql'] as const

describeInBrowser('the documentation in a browser', () => {
  let api: InProcessService
  let browser: TestBrowser
  let origin: string
  beforeAll(async () => {
    ;[api, browser] = await Promise.all([start(), openBrowser()])
    origin = api.url.replace('localhost', '127.0.0.1')
  })
  afterAll(() => Promise.all([browser?.close(), api.stop()]))

  const open = (path: string, options?: Parameters<TestBrowser['open']>[1]) => browser.open(`${origin}${path}`, options)
  const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' })
  const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>
  const LIGHT = 'rgb(251, 251, 249)'
  const DARK = 'rgb(18, 22, 28)'

  describe('code', () => {
    test('is copied as it is shown, and says so', async () => {
      const { page, complaints, close } = await open(QUICK_START, {
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const block = page.locator('figure.code').first()
      await block.getByRole('button', { name: 'Copy' }).click()
      await block.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `curl -s https://mailproof.test/v1/accounts/create -H 'Content-Type: application/json' \\\n  -d '{"email":"you@example.com"}'`,
      )
      await block.getByRole('button', { name: 'Copy', exact: true }).waitFor()
      expect(complaints).toEqual([])
      await close()
    })

    test.each([
      ['is missing', 'undefined'],
      ['rejects', "{ writeText: () => Promise.reject(new Error('denied')) }"],
    ])('is selected where the clipboard %s, and says how to copy it', async (_, clipboard) => {
      const { page, complaints, close } = await open(QUICK_START)
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`)
      const block = page.locator('figure.code').first()
      await block.getByRole('button', { name: 'Copy' }).click()
      await block.getByRole('button', { name: 'Ctrl+C or ⌘C' }).waitFor()
      expect(await page.evaluate('getSelection().toString().trim()')).toBe(await block.locator('code').textContent())
      expect(complaints).toEqual([])
      await close()
    })

    test('is shown in the language that was chosen, on this page and on others', async () => {
      const { page, close } = await open(QUICK_START)
      await page.getByRole('tab', { name: 'curl' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).toBe('true')
      expect(await page.getByRole('tabpanel').textContent()).toContain('import requests')
      await page.goto(`${origin}/docs/guides/sign-up-form`)
      expect(await page.getByRole('tabpanel').textContent()).toContain('def check_sign_up')
      await page.goto(origin)
      await page.getByRole('tabpanel').getByText('import').first().waitFor()
      expect(await page.getByRole('tabpanel').textContent()).toContain('requests')
      await close()
    })

    test('is shown in the first language where there is none in the one that was chosen', async () => {
      const { page, close } = await open(QUICK_START)
      await page.getByRole('tab', { name: 'GraphQL' }).click()
      await page.goto(`${origin}/docs/guides/sign-up-form`)
      expect(await page.getByRole('tab', { name: 'TypeScript' }).getAttribute('aria-selected')).toBe('true')
      await close()
    })

    test('is shown in every language without a script', async () => {
      const { page, close } = await open(QUICK_START, { javaScriptEnabled: false })
      for (const language of ['curl', 'TypeScript', 'Python', 'GraphQL']) {
        expect(await page.locator(`figure[data-tab=${language}]`).isVisible()).toBe(true)
        expect(await page.locator('figcaption', { hasText: language }).isVisible()).toBe(true)
      }
      expect(await page.getByRole('button', { name: /Search|Theme|Copy/ }).count()).toBe(0)
      await close()
    })

    test('has colours that can be read in every theme', async () => {
      const { page, close } = await open(QUICK_START)
      const colours = () =>
        page.evaluate(
          "[...new Set([...document.querySelectorAll('.code span')].map((span) => getComputedStyle(span).color))].length",
        ) as Promise<number>
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        expect(await colours()).toBeGreaterThan(4)
        expect(await accessibilityProblems(page)).toEqual([])
      }
      await close()
    })
  })

  describe('the search', () => {
    test('opens by Ctrl+K, finds while one types, and goes by arrows and Enter', async () => {
      const { page, complaints, origins, close } = await open('/docs')
      await page.keyboard.press('Control+K')
      await searchBox(page).waitFor()
      await searchBox(page).pressSequentially('webhook sign')
      const options = page.getByRole('option')
      await options.first().waitFor()
      expect(await options.first().getAttribute('aria-selected')).toBe('true')
      expect(await searchBox(page).getAttribute('aria-activedescendant')).toBe('search-hit-0')
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/docs\/guides\/webhooks/)
      expect(complaints).toEqual([])
      expect([...origins]).toEqual([origin])
      await close()
    })

    test('opens by its button, and closes by Escape and beside it, without touching the page', async () => {
      const { page, close } = await open(QUICK_START)
      const button = page.getByRole('button', { name: 'Search' })
      await page.keyboard.press('Control+K')
      await searchBox(page).waitFor()
      await page.keyboard.press('Escape')
      await searchBox(page).waitFor({ state: 'hidden' })
      await button.click()
      await searchBox(page).waitFor()
      await page.mouse.click(5, 5)
      await searchBox(page).waitFor({ state: 'hidden' })
      expect(page.url()).toBe(`${origin}${QUICK_START}`)
      await close()
    })

    test('does not open by a single character, which speech and tremor enter (WCAG 2.1.4)', async () => {
      const { page, close } = await open('/docs')
      await page.keyboard.press('/')
      await page.waitForTimeout(500)
      expect(await searchBox(page).count()).toBe(0)
      await close()
    })

    test('suggests, says when nothing is found, and takes hostile text as text', async () => {
      const { page, complaints, close } = await open('/docs')
      await page.keyboard.press('Control+K')
      await page.getByRole('button', { name: 'sandbox' }).click()
      await page
        .getByRole('option', { name: /^Sandbox/ })
        .first()
        .waitFor()
      await searchBox(page).fill('xyzzyqwert')
      await page.getByText('Nothing was found for “xyzzyqwert”').waitFor()
      await searchBox(page).fill('<img src=x onerror=alert(1)> (')
      await page.getByText('“xyzzyqwert”').waitFor({ state: 'hidden' })
      expect(await page.locator('dialog img').count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    })

    test('says that it could not be loaded, and loads on the next letter', async () => {
      const { page, close } = await open('/docs')
      await page.route(/search-.*\.json$/, (route) => route.abort())
      await page.keyboard.press('Control+K')
      await searchBox(page).pressSequentially('sandbo')
      await page.getByText('The search could not be loaded.').waitFor()
      await page.unroute(/search-.*\.json$/)
      await page.keyboard.type('x')
      await page.getByRole('option').first().waitFor()
      await close()
    })

    test('that is pointed at and cannot be loaded is no error of the page', async () => {
      const { page, complaints, close } = await open('/docs')
      await page.route(/search-.*\.json$/, (route) => route.abort())
      const failed = page.waitForEvent('requestfailed')
      await page.getByRole('button', { name: 'Search' }).hover()
      await failed
      await page.waitForTimeout(200)
      expect(complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([])
      await close()
    })

    test('works on a phone', async () => {
      const { page, close } = await open('/docs', PHONE)
      await page.getByRole('button', { name: 'Search' }).click()
      await searchBox(page).pressSequentially('rate limit')
      await page.getByRole('option', { name: /^RATE_LIMIT_EXCEEDED/ }).click()
      await page.waitForURL(/RATE_LIMIT_EXCEEDED$/)
      await close()
    })
  })

  describe('the menu', () => {
    test.each([true, false])('is a sheet on a phone, with a script or without one: %s', async (javaScriptEnabled) => {
      const { page, close } = await open(QUICK_START, { ...PHONE, javaScriptEnabled })
      const menu = page.getByRole('navigation', { name: 'Documentation' })
      expect(await menu.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu.getByRole('link', { name: 'Quick start' }).waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu.getByRole('link', { name: 'Webhooks' }).click()
      await page.waitForURL(/webhooks$/)
      await close()
    })

    test('stays beside the article, with the contents, which follow the reader', async () => {
      const { page, close } = await open('/docs/operations')
      expect(await page.getByRole('navigation', { name: 'Documentation' }).isVisible()).toBe(true)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      expect(await contents.isVisible()).toBe(true)
      const links = contents.getByRole('link')
      await links.nth(3).click()
      await eventually(
        () => links.nth(3).getAttribute('aria-current'),
        (current) => current === 'location',
      )
      await page.setViewportSize({ width: 1_000, height: 800 })
      expect(await contents.isVisible()).toBe(false)
      await close()
    })
  })

  describe('the theme', () => {
    test.each(PAGES_WITH_THEMES)('is switched on %s, and other pages remember it', async (path) => {
      const { page, complaints, close } = await open(path)
      await page.emulateMedia({ colorScheme: 'light' })
      const button = page.locator('.theme-button')
      expect(await background(page)).toBe(LIGHT)
      expect(await button.getAttribute('aria-label')).toBe('Theme: as the system. Switch to light.')
      await button.click()
      await button.click()
      expect(await background(page)).toBe(DARK)
      expect(await button.getAttribute('aria-label')).toBe('Theme: dark. Switch to as the system.')
      await page.goto(`${origin}/docs/errors`)
      expect(await background(page)).toBe(DARK)
      await page.locator('.theme-button').click()
      expect(await background(page)).toBe(LIGHT)
      expect(complaints.filter((complaint) => !complaint.includes('@scalar'))).toEqual([])
      await close()
    })

    test('is there before the page is drawn', async () => {
      const { page, close } = await open('/docs')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.evaluate("localStorage.setItem('mailproof theme', 'dark')")
      await page.addInitScript({
        content: `addEventListener('DOMContentLoaded', () => { window.first = document.documentElement.dataset.theme })
          new MutationObserver((_, observer) => {
            if (!document.body) return
            observer.disconnect()
            window.atBody = document.documentElement.dataset.theme
          }).observe(document, { childList: true, subtree: true })`,
      })
      await page.goto(`${origin}${QUICK_START}`)
      expect(await page.evaluate('[window.atBody, window.first]')).toEqual(['dark', 'dark'])
      await close()
    })

    test('is that of the system where nothing may be stored', async () => {
      const { page, complaints, close } = await open('/docs')
      await page.addInitScript({
        content:
          "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })",
      })
      await page.goto(`${origin}${QUICK_START}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await background(page)).toBe(DARK)
      await page.locator('.theme-button').click()
      expect(await background(page)).toBe(LIGHT)
      await page.getByRole('tab', { name: 'Python' }).click()
      expect(complaints).toEqual([])
      await close()
    })

    test.each(['light', 'dark'] as const)('%s can be read, whatever the system says', async (theme) => {
      const { page, close } = await open(QUICK_START)
      await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
      await page.evaluate(`localStorage.setItem('mailproof theme', '${theme}')`)
      for (const path of ['/', '/docs', QUICK_START, '/docs/errors/RATE_LIMIT_EXCEEDED', '/dashboard']) {
        await page.goto(`${origin}${path}`)
        await page.locator('h1').waitFor()
        expect({ path, problems: await accessibilityProblems(page) }).toEqual({ path, problems: [] })
      }
      await close()
    })
  })

  test('printed, a page is its article, with its code in every language', async () => {
    const { page, close } = await open(QUICK_START)
    await page.emulateMedia({ media: 'print' })
    for (const name of ['Documentation', 'On this page', 'Previous and next page']) {
      expect(await page.getByRole('navigation', { name }).isVisible()).toBe(false)
    }
    expect(await page.locator('.tools').isVisible()).toBe(false)
    expect(await page.locator('figure[data-tab=Python]').isVisible()).toBe(true)
    await close()
  })
})
