import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('200', () => {
  test('links to a page for every reason, and every page exists', async () => {
    const { text, headers } = await api.call('listReasons')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>/i)
    const links = [...text.matchAll(/href="(\/docs\/reasons\/[a-z0-9-]+)"/g)].map(([, link]) => link!)
    expect(new Set(links).size).toBeGreaterThanOrEqual(18)
    for (const link of links) expect((await api.request('GET', link)).status).toBe(200)
  })

  test('allows no scripts but its own, and no external resources', async () => {
    const { text, headers } = await api.call('listReasons')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/)
    expect(text).not.toMatch(/ src="(?!\/)|<script>|@import|url\(/i)
  })
})

describe('400', () => describeParameters(() => api, 'listReasons'))
describeMethods(() => api, 'listReasons')
describe('the forms of its path', () => testForms(() => api, 'listReasons'))
