// DELETE /v1/keys/{keyId}, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const revoke = (key: string, keyId: string) => api.call('revokeKey', { key, params: { keyId } })
const works = async (key: string) => (await api.call('getUsage', { key })).status === 200
const firstKey = async (key: string): Promise<string> => (await api.call('listKeys', { key })).body.keys[0].id

describe('200', () => {
  test('stops the revoked key immediately, and no other', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    expect(await works(other.key)).toBe(true)
    const { status, body } = await revoke(key, other.id)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expect(await works(other.key)).toBe(false)
    expect(await works(key)).toBe(true)
  })

  test('twice changes nothing', async () => {
    const { id, key } = await api.account()
    const other = await api.generate(key)
    await revoke(key, other.id)
    const before = await api.events(`account-${id}`)
    expect((await revoke(key, other.id)).body.success).toBe(true)
    expect(await api.events(`account-${id}`)).toEqual(before)
  })

  test('lets a key revoke itself', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    expect((await revoke(other.key, other.id)).status).toBe(200)
    expect(await works(other.key)).toBe(false)
  })

  test('revokes any sandbox key, including the last one', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    expect((await revoke(sandbox.key, sandbox.id)).status).toBe(200)
    expect(await works(sandbox.key)).toBe(false)
  })
})

describe('400', () => {
  describeParameters(() => api, 'revokeKey')

  test('keeps the last live key; sandbox keys do not count', async () => {
    const { key } = await api.account()
    await api.generate(key, { sandbox: true })
    const answer = await revoke(key, await firstKey(key))
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('LAST_KEY')
    expect(await works(key)).toBe(true)
  })

  test('keeps one of two keys that revoke each other concurrently', async () => {
    const { key } = await api.account()
    const [first, other] = [await firstKey(key), await api.generate(key)]
    const answers = await Promise.all([revoke(key, other.id), revoke(other.key, first)])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const left = [await works(key), await works(other.key)]
    expect(left.filter(Boolean)).toHaveLength(1)
  })

  test('reports an identifier that is too long', async () => {
    const { key } = await api.account()
    const answer = await revoke(key, 'x'.repeat(101))
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(answer.body.error.message).toContain('100')
  })
})

describeUnauthorized(() => api, 'revokeKey')

describe('404', () => {
  test("answers for another account's key, byte for byte, as for an unknown one", async () => {
    const [one, two] = await Promise.all([api.account(), api.account()])
    const foreign = await api.generate(two.key)
    const never = '019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b'
    const answers = [await revoke(one.key, foreign.id), await revoke(one.key, never), await revoke(one.key, two.id)]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(codeOf(answer)).toBe('NOT_FOUND')
      expect(answer.text).toBe(answers[1]!.text)
      const {
        date,
        'x-request-id': id,
        'x-ratelimit-remaining': left,
        'x-ratelimit-reset': at,
        ...headers
      } = answer.headers
      expect(answers[1]!.headers).toMatchObject(headers)
    }
    expect(await works(foreign.key)).toBe(true)
  })

  test.each(['..', '%2e%2e%2fstats', 'mpk_x', '%00', '%F0%9F%98%80', "' or 1=1", '*', '__proto__', '0'])(
    'treats an identifier like %s as unknown',
    async (keyId) => {
      const { key } = await api.account()
      const answer = await api.request('DELETE', `/v1/keys/${encodeURI(keyId).replaceAll('%25', '%')}`, { key })
      expect(answer.status).toBe(404)
      expect(codeOf(answer)).toBe('NOT_FOUND')
    },
  )

  test('does not accept the key itself as an identifier', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    expect((await revoke(key, other.key)).status).toBe(404)
    expect(await works(other.key)).toBe(true)
  })

  test('does not let a sandbox key revoke a live key, or detect it', async () => {
    const { key } = await api.account()
    const [sandbox, other] = [await api.generate(key, { sandbox: true }), await api.generate(key)]
    expect((await revoke(sandbox.key, other.id)).status).toBe(404)
    expect(await works(other.key)).toBe(true)
  })
})

describeMethods(() => api, 'revokeKey')
describe('the forms of its path', () => testForms(() => api, 'revokeKey'))
