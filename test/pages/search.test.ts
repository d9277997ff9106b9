// The search of the documentation finds what newcomers ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { createSearch, type SearchEntry } from '../../src/docsSearch/engine.js'

const name = readdirSync('dist/public/assets').find((each) => /^search-.*\.json$/.test(each))!
const entries = JSON.parse(readFileSync(`dist/public/assets/${name}`, 'utf8')) as SearchEntry[]
const search = createSearch(entries)

/** What is asked, and the pages that answer it: any of them will do. */
const QUESTIONS: readonly (readonly [question: string, ...pages: readonly string[]])[] = [
  ['how do I get an api key', '/docs/guides/quick-start'],
  ['getting started', '/docs/guides/quick-start'],
  ['verify an email address in my signup form', '/docs/guides/sign-up-form'],
  ['what does default_decision review mean', '/docs/guides/sign-up-form', '/docs/verdicts'],
  ['test without being charged', '/docs/sandbox', '/docs/guides/quick-start'],
  ['sandbox addresses', '/docs/sandbox'],
  ['upload a csv file', '/docs/guides/bulk'],
  ['can I upload excel', '/docs/guides/bulk'],
  ['clean a mailing list', '/docs/guides/bulk'],
  ['what does it cost', '/docs/guides/bulk', '/docs/api'],
  ['use it from claude', '/docs/guides/agents'],
  ['mcp server', '/docs/guides/agents'],
  ['webhook signature', '/docs/guides/webhooks'],
  ['verify webhook in python', '/docs/guides/webhooks'],
  ['retry webhook delivery', '/docs/guides/webhooks', '/docs/api'],
  ['rate limit', '/docs/errors/RATE_LIMIT_EXCEEDED', '/docs/security'],
  ['429', '/docs/errors/RATE_LIMIT_EXCEEDED', '/docs/errors'],
  ['what is a disposable address', '/docs/reasons/disposable'],
  ['null_mx', '/docs/reasons/null-mx'],
  ['difference between v1 and v2', '/docs/verdicts'],
  ['why is my address unknown', '/docs/verdicts', '/docs/guides/sign-up-form', '/docs/reasons/dns-timeout'],
  ['typo suggestion did you mean', '/docs/guides/sign-up-form', '/docs/reasons/probable-typo', '/docs/verdicts'],
  ['typescript sdk', '/docs/client'],
  ['python client', '/docs/guides/generate-a-client'],
  ['golang', '/docs/guides/generate-a-client'],
  ['graphql subscriptions', '/docs/guides/graphql'],
  ['command line bulk', '/docs/cli', '/docs/guides/bulk'],
  ['use without a server', '/docs/library'],
  ['docker compose', '/docs/operations'],
  ['how to back up', '/docs/backup'],
  ['restore to a point in time', '/docs/backup'],
  ['prometheus metrics', '/docs/observability'],
  ['environment variables', '/docs/configuration'],
  ['DNS_SERVERS', '/docs/configuration'],
  ['gdpr delete account', '/docs/data-erasure'],
  ['move from embedded to mongodb', '/docs/migration', '/docs/mongodb'],
  ['update disposable lists', '/docs/operations'],
  ['find duplicate signups gmail dots', '/docs/verdicts', '/docs/guides/sign-up-form'],
  ['is my data shared with others', '/docs/guides/pool-and-privacy'],
  ['kubernetes', '/docs/operations'],
  ['rotate secret key', '/docs/operations'],
  ['idempotency key', '/docs/guides/bulk', '/docs/errors/IDEMPOTENCY_KEY_REUSED', '/docs/client', '/docs/errors'],
  ['lost my api key', '/docs/operations', '/docs/errors/INVALID_API_KEY'],
  ['leaderboard of a past month', '/docs/guides/replay'],
  ['reverse proxy https', '/docs/operations', '/docs/security'],
]

const pageOf = (url: string): string => url.split('#')[0]!

test.each(QUESTIONS)('“%s” finds the page among the first three', (question, ...pages) => {
  const found = search(question)
    .slice(0, 3)
    .map(({ url }) => pageOf(url))
  expect(found.filter((url) => pages.includes(url))).not.toEqual([])
})

test('every error code, reason and path of the API finds itself first', () => {
  const named = entries.filter(({ kind }) => kind !== 'page')
  expect(named.length).toBeGreaterThan(100)
  const wrong = named.filter(({ page, url }) => search(page.replace(/^Reason /, ''))[0]?.url !== url)
  expect(wrong.map(({ page }) => page)).toEqual([])
})

test('a mistyped word still finds its page', () => {
  expect(search('sandbx')[0]!.url).toMatch(/^\/docs\/sandbox/)
  expect(pageOf(search('webhok signatur')[0]!.url)).toBe('/docs/guides/webhooks')
})

test('a word of two meanings finds the pages of both', () => {
  const found = search('fake').map(({ url }) => pageOf(url))
  expect(found).toEqual(expect.arrayContaining(['/docs/sandbox', '/docs/reasons/disposable']))
})

test('the beginning of a word finds it from three letters, and only twelve words are looked up', () => {
  expect(search('kub').map(({ url }) => pageOf(url))).toContain('/docs/operations')
  expect(search('ku')).toEqual([])
  const unknown = Array.from({ length: 11 }, (_, index) => `7q${index}`).join(' ')
  expect(search(`${unknown} ${unknown} webhook`)).not.toEqual([])
  expect(search(`${unknown} 7q11 webhook`)).toEqual([])
})

test('a query of stop words, of signs or of nothing answers without an error', () => {
  for (const query of ['how do I', '?!', '', '   ', '<script>', '\\b(', 'é'.repeat(2_000)]) {
    expect(Array.isArray(search(query))).toBe(true)
  }
})

test('every entry leads to a page, and each answer comes with an excerpt', () => {
  for (const { url } of entries) {
    const page = pageOf(url)
    if (page === '/docs/api' || page.startsWith('/docs/reasons/')) continue
    expect(readFileSync(`dist/public${page}.html`, 'utf8')).toContain(`id="${url.split('#')[1] ?? 'content'}"`)
  }
  for (const [question] of QUESTIONS) expect(search(question)[0]!.excerpt.length).toBeGreaterThan(40)
})
