import { readFileSync } from 'node:fs'
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
  test('reports every part as working', async () => {
    const before = Date.now()
    const { body, headers } = await api.call('getHealth')
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(body).toMatchObject({ status: 'ok', version })
    expect(Object.keys(body.checks).length).toBeGreaterThan(1)
    for (const check of Object.values(body.checks)) expect(check).toEqual({ status: 'ok' })
    expect(Date.parse(body.timestamp)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(body.timestamp)).toBeLessThanOrEqual(Date.now())
    expect(body.uptime_seconds).toBeLessThan(600)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('needs no key', async () => {
    expect((await api.call('getHealth', { key: 'nonsense' })).status).toBe(200)
  })
})

describe('400', () => describeParameters(() => api, 'getHealth'))
describeMethods(() => api, 'getHealth')
describe('the forms of its path', () => testForms(() => api, 'getHealth'))
