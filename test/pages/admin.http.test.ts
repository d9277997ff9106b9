// The operator's page: who may read it, and what it shows.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../src/kernel/ids.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const TOKEN = 'correct:horse:battery:staple'
const month = new Date().toISOString().slice(0, 7)

let api: InProcessService
let without: InProcessService
const owners: { readonly id: string; readonly key: string }[] = []
beforeAll(async () => {
  ;[api, without] = await Promise.all([start({ env: { ADMIN_TOKEN: TOKEN } }), start()])
  for (const uses of [2, 7, 10, 0]) {
    const owner = await api.account({ perMonth: 10 })
    owners.push(owner)
    for (let each = 0; each < uses; each++)
      await api.call('verifyEmail', { key: owner.key, body: { email: `p${newId()}@explicit.mailproof.net` } })
  }
})
afterAll(() => Promise.all([api?.stop(), without?.stop()]))

const basic = (password: string, user = 'operator') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function open(path = '/admin', authorization: string | undefined = basic(TOKEN), method = 'GET') {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
  const answer = await fetch(`${api.url}${path}`, { method, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The part of the page below a heading. */
const below = (text: string, id: string): string => text.split(`<h2 id="${id}">`)[1]!.split('<h2')[0]!

describe('the page', () => {
  test.each([
    ['as a password', basic(TOKEN)],
    ['as a password, whatever the user', basic(TOKEN, '')],
    ['as a Bearer token', `Bearer ${TOKEN}`],
  ])('opens with the token %s', async (_, authorization) => {
    const { status, headers } = await open('/admin', authorization)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['nothing', ''],
    ['another password', basic('wrong')],
    ['the beginning of the token', basic(TOKEN.slice(0, -1))],
    ['no password', basic('')],
    ['an API key', 'Bearer mpk_x'],
    ['another scheme', `Digest ${TOKEN}`],
  ])('asks for the token when it gets %s', async (_, authorization) => {
    const { status, headers, text } = await open('/admin', authorization)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="mailproof operator", charset="UTF-8"')
    expect(text).not.toContain(owners[0]!.id)
  })

  test('is not there without the setting', async () => {
    const answer = await fetch(`${without.url}/admin`, { headers: { Authorization: basic(TOKEN) } })
    expect(answer.status).toBe(404)
  })

  test('shows the accounts by use, and those near their limits', async () => {
    const { text } = await open()
    const order = (part: string) =>
      [...part.matchAll(/<td>([0-9a-f-]{36})<\/td><\/tr>/g)].map(([, id]) =>
        owners.findIndex((owner) => owner.id === id),
      )
    expect(order(below(text, 'use'))).toEqual([2, 1, 0])
    expect(order(below(text, 'limits'))).toEqual([2, 1])
    expect(below(text, 'limits')).toContain('100 %')
    expect(below(text, 'use')).toContain('ada@example.org')
  })

  test('shows the read models and the age of the lists', async () => {
    const { text } = await open()
    expect(below(text, 'models')).toMatch(/up to date|running/)
    expect(below(text, 'lists')).toMatch(/known to be the newest (today|yesterday|\d+ days ago)/)
    expect(below(text, 'webhooks')).toContain('None.')
  })

  test('shows another month, and refuses what is none', async () => {
    expect((await open('/admin?month=2020-01')).text).toContain('No account has used anything in this month.')
    expect((await open('/admin?month=13')).status).toBe(400)
    expect((await open('/admin?after=nonsense')).status).toBe(400)
  })

  test('answers only requests that read', async () => {
    expect((await open('/admin', basic(TOKEN), 'POST')).status).toBe(404)
    expect((await open('/admin', basic(TOKEN), 'HEAD')).status).toBe(200)
    expect((await open('/admin', undefined, 'OPTIONS')).status).toBe(204)
  })

  test('answers 429 after sixty wrong tokens in a minute, and still opens with the right one', async () => {
    const statuses = []
    for (let each = 0; each < 70; each++) statuses.push((await open('/admin', basic(`wrong ${each}`))).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.at(-1)).toBe(429)
    expect((await open()).status).toBe(200)
  })
})

test('every account has its place on one page of the list, without any twice', async () => {
  const { getOverview } = api.service.container
  const seen: string[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page = await getOverview({ month, limit: 1, after })
    seen.push(...page.accounts.map(({ account }) => account))
    after = page.next ?? undefined
    more = after !== undefined
  }
  expect(seen).toEqual([2, 1, 0].map((at) => owners[at]!.id))
})

test('an erased account is not shown', async () => {
  const gone = await api.account({ perMonth: 10 })
  await api.call('verifyEmail', { key: gone.key, body: { email: 'ada@explicit.mailproof.net' } })
  const id = newId()
  await api.service.container.erasing.erase(gone.id, { id: 'operator', correlationId: id, commandId: id })
  expect((await open()).text).not.toContain(gone.id)
})
