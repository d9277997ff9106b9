import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { VERSION } from '../../src/version.js'
import { OPERATION_NAMES, OPERATIONS } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
}

describe('200', () => {
  test('is the committed contract, with the URL of this service', async () => {
    const { body, headers } = await api.call('getOpenapi')
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(body.openapi).toMatch(/^3\.0\.\d$/)
    expect(body.info).toMatchObject({ title: 'mailproof', version: VERSION })
    expect(JSON.stringify(body.servers)).toContain(BASE_URL)
    const { servers: _, paths, ...rest } = body
    const { servers: committedServers, ...committed } = readDocument()
    expect(committedServers).toHaveLength(body.servers.length)
    // Of bodies, some types are described in words only.
    const withoutBodies = (document: object) =>
      JSON.parse(JSON.stringify(document, (name, value) => (name === 'requestBody' ? undefined : value)))
    expect(withoutBodies({ ...rest, paths })).toEqual(withoutBodies(committed))
  })

  test('has every operation of this test suite at its path, with or without a key, and no other', async () => {
    const { paths } = (await api.call('getOpenapi')).body as { paths: Record<string, Record<string, Operation>> }
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
        .map(([method, { operationId, security }]) => [
          operationId,
          { path, method: method.toUpperCase(), keyed: security === undefined || security.length > 0 },
        ]),
    )
    const expected = OPERATION_NAMES.map((name) => {
      const { paths, method, keyed } = OPERATIONS[name]
      return [name, { path: paths[0], method, keyed }]
    })
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected))
  })
})

describe('400', () => describeParameters(() => api, 'getOpenapi'))
describeMethods(() => api, 'getOpenapi')
describe('the forms of its path', () => testForms(() => api, 'getOpenapi'))
