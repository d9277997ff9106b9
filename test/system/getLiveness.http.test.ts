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
  test('reports the process as alive, with its start time', async () => {
    const { body, headers } = await api.call('getLiveness')
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      lists_version: expect.stringMatching(/^\d{4}-\d\d-\d\d\.[0-9a-f]{12}$/),
      timestamp: expect.any(String),
      uptime_seconds: expect.any(Number),
    })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('503', () => {
  test('reports that only a restart of the process can help', async () => {
    const { container } = api.service
    const { hung } = container
    Object.assign(container, { hung: AbortSignal.abort() })
    try {
      const { status, body, headers } = await api.request('GET', '/health/live')
      expect(status).toBe(503)
      expect(body).toMatchObject({ status: 'error', error: { code: 'SERVICE_UNAVAILABLE' } })
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    } finally {
      Object.assign(container, { hung })
    }
  })
})

describe('400', () => describeParameters(() => api, 'getLiveness'))
describeMethods(() => api, 'getLiveness')
describe('the forms of its path', () => {
  testForms(() => api, 'getLiveness')

  test.each(['/api/health/live', '/v1/health/live', '/api/v1/health/live'])('is served at %s', async (path) => {
    expect((await api.request('GET', path)).status).toBe(200)
  })
})
