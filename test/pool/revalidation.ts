// Describes how a public operation is cached and revalidated.
import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { type OperationName, pathOf } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'

type Api = () => InProcessService

/**
 * Describes the caching of a public operation.
 * @param change makes the response change
 * @param weak whether parts of it differ from call to call
 */
export function describeRevalidation(
  api: Api,
  operation: OperationName,
  { change, weak = false }: { change: () => Promise<void>; weak?: boolean },
): void {
  const ask = (tag?: string) => api().call(operation, tag === undefined ? {} : { headers: { 'If-None-Match': tag } })
  const tagOf = async (): Promise<string> => String((await ask()).headers.etag)

  describe('304', () => {
    test('lets shared caches keep the response for 15 seconds', async () => {
      const { status, headers } = await ask()
      expect({ status, ...headers }).toMatchObject({
        status: 200,
        'cache-control': 'public, max-age=15',
        'access-control-allow-origin': '*',
      })
      expect(String(headers['access-control-expose-headers']).split(', ')).toContain('ETag')
      expect(headers).not.toHaveProperty('vary')
    })

    test(`has ${weak ? 'a weak ETag' : 'the hash of the body as ETag'}, which is stable while nothing changes`, async () => {
      const first = await ask()
      const hash = createHash('sha256').update(first.text).digest('base64url')
      expect(first.headers.etag).toMatch(weak ? /^W\/"[\w-]{43}"$/ : /^"[\w-]{43}"$/)
      if (!weak) expect(first.headers.etag).toBe(`"${hash}"`)
      expect((await ask()).headers.etag).toBe(first.headers.etag)
    })

    test('answers a matching If-None-Match without a body', async () => {
      const tag = await tagOf()
      const strong = tag.replace(/^W\//, '')
      for (const known of [tag, strong, `W/${strong}`, `"other", ${tag}`, `${tag} , W/"other"`, '*', ' * ']) {
        const { status, headers, text } = await ask(known)
        expect({ known, status, text, tag: headers.etag }).toEqual({ known, status: 304, text: '', tag })
        expect(headers).toMatchObject({ 'cache-control': 'public, max-age=15', 'access-control-allow-origin': '*' })
        expect(headers).not.toHaveProperty('content-type')
      }
      const head = await api().request('HEAD', pathOf(operation), { headers: { 'If-None-Match': tag } })
      expect(head).toMatchObject({ status: 304, headers: { etag: tag } })
    })

    test('answers another If-None-Match with the resource', async () => {
      const bare = (await tagOf()).replace(/^W\/|"/g, '')
      for (const other of [bare, `"${bare.slice(1)}"`, `"${bare}`, '""', '', 'w/"x"', ',', `"${'x'.repeat(4_000)}"`]) {
        expect({ other, status: (await ask(other)).status }).toEqual({ other, status: 200 })
      }
    })

    test('has another ETag after a change', async () => {
      const before = await tagOf()
      await change()
      const answer = await ask(before)
      expect(answer.status).toBe(200)
      expect(answer.headers.etag).not.toBe(before)
      expect((await ask(String(answer.headers.etag))).status).toBe(304)
    })

    test('reports a bad request whatever the ETag, and is then not cacheable', async () => {
      const answer = await api().call(operation, { query: '?nonsense=1', headers: { 'If-None-Match': '*' } })
      expect(answer).toMatchObject({ status: 400, headers: { 'cache-control': 'no-store' } })
      expect(answer.headers).not.toHaveProperty('etag')
    })

    test('ignores a key', async () => {
      const { key } = await api().account()
      const keys = [key, 'nonsense']
      for (const each of keys) {
        const answer = await api().call(operation, { key: each })
        expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=15' } })
      }
    })
  })
}
