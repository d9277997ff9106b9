import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('200', () => {
  test('returns the account of the key, for each of its live keys', async () => {
    const created = await api.call('createAccount', { body: { email: 'ada@example.org', name: 'Ada' } })
    const key = created.body.api_key
    expect((await api.call('getAccount', { key })).body).toEqual(created.body.account)
    const { id, email, name, plan } = created.body.account
    for (const options of [{ name: 'second' }, { name: 'third' }]) {
      const other = await api.generate(key, options)
      const { body } = await api.call('getAccount', { key: other.key })
      expect(body).toMatchObject({ id, email, name, plan })
    }
  })

  test('shows the plan that the operator set, and since when', async () => {
    const { id, key } = await api.account({ plan: 'growth' })
    const { body } = await api.call('getAccount', { key })
    expect(body).toMatchObject({ id, plan: 'growth' })
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at))
  })

  test('never returns another account', async () => {
    const [one, two] = await Promise.all([api.account(), api.account()])
    expect((await api.call('getAccount', { key: one.key })).body.id).toBe(one.id)
    expect((await api.call('getAccount', { key: two.key })).body.id).toBe(two.id)
  })
})

describe('400', () => describeParameters(() => api, 'getAccount'))
describeUnauthorized(() => api, 'getAccount')
describeMethods(() => api, 'getAccount')
describe('the forms of its path', () => testForms(() => api, 'getAccount'))
