// Pages that are made for each request, in a real browser: the operator's, and the one that confirms an address.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/kernel/ids.js'
import { accessibilityProblems, openBrowser, type TestBrowser } from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import { type MailServer, startMailServer } from '../../testbed/mail/server.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const TOKEN = 'correct:horse:battery:staple'
const VIEWS = [1_280, 390].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

describeInBrowser('pages of the operator', () => {
  let server: MailServer
  let api: InProcessService
  let browser: TestBrowser
  let origin: string
  beforeAll(async () => {
    server = await startMailServer()
    const env = {
      ADMIN_TOKEN: TOKEN,
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_FROM: 'mailproof@example.net',
    }
    ;[api, browser] = await Promise.all([start({ env }), openBrowser()])
    origin = api.url.replace('localhost', '127.0.0.1')
    const { key } = await api.account({ perMonth: 10 })
    for (let each = 0; each < 8; each++)
      await api.call('verifyEmail', { key, body: { email: `p${newId()}@explicit.mailproof.net` } })
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), api?.stop()])
    await server?.close()
  })

  async function expectGood(path: string, text: string): Promise<void> {
    const { page, complaints, origins, close } = await browser.open(`${origin}${path}`, {
      httpCredentials: { username: 'operator', password: TOKEN },
    })
    await page.getByText(text).first().waitFor()
    for (const { width, scheme } of VIEWS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      const problems = await accessibilityProblems(page)
      const tooWide = await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
      expect({ width, scheme, problems, tooWide }).toEqual({ width, scheme, problems: [], tooWide: 0 })
    }
    // The first request, without the password.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
    expect([...origins]).toEqual([origin])
    await close()
  }

  test('/admin is accessible and fits every screen in light and dark', () => expectGood('/admin', 'Accounts by use'))

  test('/admin shows another month by its form', async () => {
    const { page, close } = await browser.open(`${origin}/admin`, {
      httpCredentials: { username: 'operator', password: TOKEN },
    })
    await page.getByLabel('Month').fill('2020-01')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('No account has used anything in this month.').waitFor()
    expect(new URL(page.url()).search).toBe('?month=2020-01')
    await close()
  })

  test('/confirm is accessible and fits every screen in light and dark', () =>
    expectGood('/confirm', 'Confirm the address'))

  test('/confirm confirms with its button, without JavaScript', async () => {
    const mail = await eventually(
      () => server.mails().at(-1) ?? '',
      (text) => text.includes('/confirm'),
    )
    const link = /\/confirm\S*/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))![0]
    const { page, close } = await browser.open(`${origin}${link}`, { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText('Your address is confirmed').waitFor()
    await close()
  })

  test('the dashboard says whether the address is confirmed, and has another link sent', async () => {
    const email = 'pending@example.org'
    const { body } = await api.call('createAccount', { body: { email } })
    const mails = () => server.mails().filter((mail) => mail.includes(`To: ${email}`))
    const { page, complaints, close } = await browser.open(`${origin}/dashboard?view=account`)
    await page.getByLabel('API key').fill(body.api_key)
    await page.getByLabel('Keep it until this tab is closed').check()
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText(`${email} is not confirmed yet.`).waitFor()
    for (const { width, scheme } of VIEWS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      expect({ width, scheme, problems: await accessibilityProblems(page) }).toEqual({ width, scheme, problems: [] })
    }
    await eventually(mails, ({ length }) => length === 1)
    await page.getByRole('button', { name: 'Send another link' }).click()
    await page.getByText('Another link is on its way.').waitFor()
    const [, mail] = await eventually(mails, ({ length }) => length === 2)
    const link = /\/confirm\S*/.exec(mail!.replaceAll('=\n', '').replaceAll('=3D', '='))![0]
    expect((await fetch(`${origin}${link}`, { method: 'POST' })).status).toBe(200)
    await page.reload()
    await page.getByText(`${email} was confirmed`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
