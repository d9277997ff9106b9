// How pages and their assets are served.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient } from '../../src/client/index.js'
import { rawRequest } from '../../testbed/callers/rawRequest.js'
import { expectCommon } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const PAGES = ['/', '/dashboard', '/docs', '/docs/api', '/docs/sandbox', '/docs/guides/quick-start', '/graphql']
const MAX_PAGE_BYTES = 60_000
const MAP = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8')

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const get = (path: string, headers: Record<string, string> = HTML) => api.request('GET', path, { headers })
const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href|data-script)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)

describe.each(PAGES)('the page %s', (path) => {
  test('is HTML without inline scripts or styles, and loads from this service only', async () => {
    const page = await get(path)
    expectCommon(page)
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="/)
    expect(page.text).not.toMatch(/(src|<link[^>]* href)="(https?:)?\/\//)
    expect((await api.request('HEAD', path, { headers: HTML })).text).toBe('')
  })

  test('has assets that exist', async () => {
    const assets = assetsOf((await get(path)).text)
    expect(assets.length).toBeGreaterThan(0)
    for (const asset of assets) {
      const answer = await get(asset, {})
      expectCommon(answer)
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
      expect(asset).toMatch(/-[\w-]{8}\.(js|css)$/)
    }
  })
})

describe('content security policies', () => {
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy'])

  test('allow scripts of this service only, and WebSockets under its names', async () => {
    const { host } = new URL(api.url)
    for (const path of PAGES) {
      const policy = await policyOf(path)
      expect(policy).toContain(";script-src 'self';")
      expect(policy).toContain(
        `;connect-src 'self' ws://${host} wss://${host} ws://mailproof.test wss://mailproof.test;`,
      )
      expect(policy).not.toContain('unsafe-eval')
    }
  })

  test('allow inline styles only where a library writes them', async () => {
    const inline = await Promise.all(PAGES.map(async (path) => (await policyOf(path)).includes('unsafe-inline')))
    expect(PAGES.filter((_, index) => inline[index])).toEqual(['/docs/api', '/graphql'])
  })
})

describe('an asset', () => {
  const script = async () => assetsOf((await get('/dashboard')).text).find((path) => /dashboard-.+\.js$/.test(path))!

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is served as the build compressed it: %s', async (encoding, decompress) => {
    const path = await script()
    const plain = await get(path, {})
    const answer = await rawRequest(api.url, path, { 'Accept-Encoding': `deflate, ${encoding}` })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(decompress(answer.body).toString()).toBe(plain.text)
    expect(answer.body.length).toBeLessThan(plain.text.length)
    expect(plain.headers).not.toHaveProperty('content-encoding')
  })

  test('is not sent again to a client that has it', async () => {
    const path = await script()
    const { headers } = await get(path, {})
    const again = await get(path, { 'If-None-Match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, text: '' })
    expectCommon(again)
  })

  test('is sent whole, whatever range is requested', async () => {
    const answer = await get(await script(), { Range: 'bytes=10-5' })
    expect(answer.status).toBe(200)
  })

  test.each([
    '/assets/nothing.js',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/__proto__',
    '/assets/',
    '/docs/.built',
    '/docs/..%2f.vite%2fmanifest.json',
    '/docs/%2e%2e/%2e%2e/main.js',
    '/docs/guides',
    '/docs/errors/NO_SUCH_CODE',
  ])('does not exist outside the built files: %s', async (path) => {
    const answer = await get(path, { Accept: '*/*' })
    expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('the widget', () => {
  test('may be loaded and read by pages of every site, and is asked for again after minutes', async () => {
    const answer = await get('/widget.js', { Origin: 'https://shop.example' })
    expectCommon(answer)
    const headers = {
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    }
    expect(answer).toMatchObject({ status: 200, headers })
    const again = await get('/widget.js', { 'If-None-Match': String(answer.headers.etag) })
    expect(again).toMatchObject({ status: 304, headers: { 'access-control-allow-origin': '*' } })
  })

  test('is at most 6 KB compressed, and neither evaluates texts nor writes HTML or inline styles', async () => {
    const { body, headers } = await rawRequest(api.url, '/widget.js', { 'Accept-Encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBeLessThanOrEqual(6 * 1_024)
    const script = gunzipSync(body).toString()
    expect(script).not.toMatch(/\beval\b|new Function|innerHTML|insertAdjacentHTML|\.style\b|import\.meta|\bexport\b/)
  })
})

describe('a path that does not exist', () => {
  test.each(['/nonsense', '/dashboard/nonsense', '/docs/errors/NO_SUCH_CODE', '/assets/nothing.js'])(
    'is a page with links for a browser: %s',
    async (path) => {
      const page = await get(path)
      expectCommon(page)
      expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(page.text).toContain('<h1>Page not found</h1>')
      expect(page.text).toContain('href="/docs"')
      expect(page.text).not.toContain('nonsense')
      expect(await api.request('HEAD', path, { headers: HTML })).toMatchObject({ status: 404, text: '' })
    },
  )

  test.each(['/v1/nonsense', '/v2/nonsense', '/api/nonsense', '/graphql/nonsense'])(
    'is JSON in the API, whatever is accepted: %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    },
  )
})

describe('programs', () => {
  test('that ask for JSON get no page', async () => {
    const json = { Accept: 'application/json' }
    expect(await get('/', json)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    const body = { query: '{ pricing { currency } }' }
    expect(await api.request('POST', '/graphql', { body, headers: HTML })).toMatchObject({
      status: 200,
      body: { data: { pricing: { currency: 'USD' } } },
    })
  })

  test.each(['/', '/dashboard', '/docs'])('learn the methods of %s', async (path) => {
    expect(await api.request('OPTIONS', path)).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } })
    expect((await api.request('POST', path, { body: {} })).status).toBe(404)
  })

  test('find the pages of reasons where they were', async () => {
    expect((await get('/docs/reasons/null-mx')).text).toContain('<code>null_mx</code>')
    expect((await get('/docs/reasons?x')).status).toBe(400)
  })
})

test('the front page says that the service is healthy, and how to call it', async () => {
  const { text } = await get('/')
  expect(text).toContain('<p class="health ok"><a href="/health/ready">ok</a> All parts of this service work.')
  expect(text).toMatch(/curl<\/span> <span [^>]+>-s<\/span> https:\/\/mailproof\.test\/v2\/verify/)
  expect(text).not.toMatch(/\{\{|<!--/)
})

test('every error code has a page', async () => {
  const source = readFileSync(new URL('../../src/kernel/failure.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'$/gm)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(20)
  for (const code of codes) {
    const page = await get(`/docs/errors/${code}`)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(`<code>${code}</code>, HTTP status `) })
    expect(page.text).toContain('<h2 id="what-to-do">')
  }
})

test('the page about an error says that the client tries again if it does', async () => {
  const sections = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const errors = [...sections.matchAll(/^## ([A-Z_]+)\n\nHTTP status (\d+)/gm)]
  expect(errors.length).toBeGreaterThan(20)
  for (const [, code, status] of errors) {
    let attempts = 0
    const fetch = async () => {
      attempts++
      return new Response(JSON.stringify({ error: { code } }), {
        status: Number(status),
        headers: { 'Retry-After': '0' },
      })
    }
    await expect(createClient({ baseUrl: api.url, fetch, retries: 1 }).getUsage()).rejects.toMatchObject({ code })
    const { text } = await get(`/docs/errors/${code}`)
    expect({ code, tries: text.includes('The client tries again') }).toEqual({ code, tries: attempts > 1 })
  }
})

describe('the documentation', () => {
  const [forUsers, inRepository] = MAP.split('## In the repository')
  const pathsIn = (part: string): string[] => [...part.matchAll(/\]\(([\w/-]+)\.md\)/g)].map(([, path]) => path!)

  test.each(pathsIn(forUsers!))('has %s as a page and as Markdown, with this service in its samples', async (path) => {
    const page = await get(`/docs/${path}`)
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<meta name="description" content=".{20,}">/)
    expect(page.text).toContain(`<meta property="og:url" content="https://mailproof.test/docs/${path}">`)
    expect(page.text).toContain(`<link rel="alternate" type="text/markdown" href="/docs/${path}.md">`)
    expect(page.text).toContain(`<a href="/docs/${path}" aria-current="page">`)
    const markdown = await get(`/docs/${path}.md`)
    expectCommon(markdown)
    expect(markdown).toMatchObject({ status: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } })
    expect(markdown.text).toMatch(/^# \S/)
    for (const text of [page.text, markdown.text]) {
      expect(text).not.toMatch(/\{\{|<pre[^>]*>(?:(?!<\/pre>)[\s\S])*http:\/\/localhost:8080/)
    }
  })

  test.each(pathsIn(inRepository!))('keeps %s in the repository', async (path) => {
    expect((await get(`/docs/${path.replace('/README', '')}`)).status).toBe(404)
  })

  test('links each page of the map to the one before and the one after', async () => {
    const urls = [...forUsers!.matchAll(/\]\((?:(\/[^)]+)|([\w/-]+)\.md)\)/g)].map(
      ([, url, path]) => url ?? `/docs/${path}`,
    )
    for (const [index, url] of urls.entries()) {
      const { text } = await get(url)
      // The reference is made by a library.
      if (!text.includes('class="around"')) continue
      const linkTo = (rel: string) => new RegExp(`<a rel="${rel}" href="([^"]+)"`).exec(text)?.[1]
      expect({ url, prev: linkTo('prev'), next: linkTo('next') }).toEqual({
        url,
        prev: urls[index - 1],
        next: urls[index + 1],
      })
    }
  })

  test('is listed for programs by llms.txt, whose links lead to Markdown, and whole in llms-full.txt', async () => {
    const list = await get('/llms.txt', {})
    expectCommon(list)
    expect(list).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    expect(list.text).toMatch(/^# mailproof\n\n> /)
    const links = [...list.text.matchAll(/^- \[[^\]]+\]\(https:\/\/mailproof\.test([^)]+)\): \S/gm)].map(
      ([, path]) => path!,
    )
    expect(links.length).toBeGreaterThan(25)
    for (const link of links) expect({ link, status: (await get(link, {})).status }).toEqual({ link, status: 200 })
    const full = (await get('/llms-full.txt', {})).text
    for (const path of pathsIn(forUsers!)) expect(full).toContain(`<!-- https://mailproof.test/docs/${path} -->`)
  })

  test('links from Markdown lead to pages', async () => {
    for (const path of pathsIn(forUsers!)) {
      const { text } = await get(`/docs/${path}.md`, {})
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) => link!)
      for (const link of links) {
        const { pathname } = new URL(link, `https://mailproof.test/docs/${path}.md`)
        expect({ path, link, status: (await get(pathname)).status }).toEqual({ path, link, status: 200 })
      }
    }
  })

  test('a page is sent compressed, with the URL of the service', async () => {
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await rawRequest(api.url, '/docs/guides/quick-start', { 'Accept-Encoding': encoding })
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
      expect(decompress(answer.body).toString()).toContain('https://mailproof.test/v1/accounts/create')
    }
  })

  test('costs at most 60 KB for HTML, styles and scripts together, compressed', async () => {
    for (const path of ['', ...pathsIn(forUsers!).map((each) => `/${each}`)]) {
      const { text } = await get(`/docs${path}`)
      const sizes = await Promise.all(
        assetsOf(text).map(async (asset) =>
          /\.(js|css)$/.test(asset) ? gzipSync((await get(asset, {})).text).length : 0,
        ),
      )
      const bytes = sizes.reduce((sum, size) => sum + size, gzipSync(text).length)
      expect({ path, fits: bytes <= MAX_PAGE_BYTES, bytes }).toMatchObject({ fits: true })
    }
  })
})

test('every link of every page of the documentation leads to a page', async () => {
  const seen = new Set<string>()
  const waiting = ['/', '/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { status, text, headers } = await get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    if (!String(headers['content-type']).startsWith('text/html')) continue
    waiting.push(...[...text.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, link]) => link!))
  }
  expect(seen.size).toBeGreaterThan(60)
})
