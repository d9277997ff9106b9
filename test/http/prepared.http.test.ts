// Responses that are the same for all clients: entity tags and compression.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { rawRequest } from '../../testbed/callers/rawRequest.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PATHS = [
  ...['/openapi.json', '/api/openapi.json', '/v1/openapi.json', '/api/v1/openapi.json'],
  ...['/v1/pricing', '/', '/dashboard', '/docs', '/docs/api', '/docs/guides/quick-start', '/graphql'],
  ...['/docs/reasons', '/docs/reasons/null-mx'],
]
/** One packet holds it uncompressed. */
const SMALL = '/v1/pricing'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  api.request(method, path, { headers: { Accept: 'text/html,*/*', ...headers } })

describe.each(PATHS)('%s, the same for everybody,', (path) => {
  test('has an entity tag, and is not sent again to a client that has it', async () => {
    const first = await ask('GET', path)
    expect(first).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"[\w-]{43}"$/) } })
    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(method, path, { 'If-None-Match': known })
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
        expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
        expect(again.headers).not.toHaveProperty('content-type')
      }
    }
    expect(await ask('GET', path, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200, text: first.text })
  })

  test('has the same headers for HEAD, and no body', async () => {
    const described = ({ headers: { date: _, 'x-request-id': __, ...rest } }: Awaited<ReturnType<typeof ask>>) => rest
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(described(head)).toEqual(described(get))
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed once for all who accept %s', async (encoding, decompress) => {
    const plain = await rawRequest(api.url, path, { Accept: 'text/html,*/*' })
    const compressed = () =>
      rawRequest(api.url, path, { Accept: 'text/html,*/*', 'Accept-Encoding': `deflate, ${encoding}` })
    if (path === SMALL) {
      expect((await compressed()).headers).not.toHaveProperty('content-encoding')
      expect(plain.headers).not.toHaveProperty('vary')
      return
    }
    const answer = await eventually(compressed, ({ headers }) => headers['content-encoding'] === encoding)
    expect(decompress(answer.body).equals(plain.body)).toBe(true)
    expect([answer.headers.vary, plain.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
    expect(answer.headers.etag).not.toBe(plain.headers.etag)
    const { etag } = (await compressed()).headers
    expect(etag).toBe(answer.headers.etag)
    expect((await ask('GET', path, { 'Accept-Encoding': encoding, 'If-None-Match': etag! })).status).toBe(304)
  })
})
