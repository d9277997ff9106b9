import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { NODE_ENV: 'staging', PLATFORM: 'compose', TZ: 'Europe/Berlin', SECRET: 'x' } })
})
afterAll(() => api.stop())

describe('200', () => {
  test('reports what was found, and only the four settings of the environment', async () => {
    const { key } = await api.account()
    const { body } = await api.call('getDiagnosticModules', { key })
    expect(body).toMatchObject({ node_version: process.version, platform: process.platform })
    expect(body.env).toEqual({ NODE_ENV: 'unknown', PLATFORM: 'compose', TZ: 'Europe/Berlin', LANG: '' })
    expect(Object.keys(body.modules).length).toBeGreaterThan(0)
    for (const found of Object.values(body.modules)) expect(typeof found).toBe('string')
  })

  test('says since when it is deprecated, when it ends, and what replaces it', async () => {
    const { key } = await api.account()
    const { headers } = await api.call('getDiagnosticModules', { key })
    expect(headers.deprecation).toMatch(/^@\d+$/)
    expect(new Date(String(headers.sunset)).toUTCString()).toBe(headers.sunset)
    expect(headers.link).toMatch(/^<\/v1\/[a-z]+>; rel="successor-version"$/)
  })

  test('is the only deprecated operation', async () => {
    const { key } = await api.account()
    for (const operation of ['getUsage', 'getAccount', 'listKeys', 'getHealth'] as const)
      expect((await api.call(operation, { key })).headers).not.toHaveProperty('sunset')
  })
})

describe('400', () => describeParameters(() => api, 'getDiagnosticModules'))
describeUnauthorized(() => api, 'getDiagnosticModules')
describeMethods(() => api, 'getDiagnosticModules')
describe('the forms of its path', () => testForms(() => api, 'getDiagnosticModules'))
