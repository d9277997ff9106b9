// GET /v1/keys, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

interface Key {
  readonly id: string
  readonly last_used_at: string | null
}
const keysOf = async (key: string): Promise<Key[]> => (await api.call('listKeys', { key })).body.keys

describe('200', () => {
  test('lists the active keys, oldest first, as they were created', async () => {
    const { key } = await api.account()
    const made = []
    for (const body of [{ name: 'web' }, { sandbox: true }, { expires_in_days: 7 }])
      made.push((await api.call('generateKey', { key, body })).body.key)
    const [first, ...others] = await keysOf(key)
    expect(first).toMatchObject({ name: null, masked: `${key.slice(0, 8)}…`, sandbox: false, expires_at: null })
    expect(others).toEqual(made)
  })

  test('never returns the key itself', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    const { text } = await api.call('listKeys', { key })
    expect(text).not.toContain(key.slice(8))
    expect(text).not.toContain(other.key.slice(8))
  })

  test('omits keys that no longer work', async () => {
    const { key } = await api.account()
    const [gone, kept] = [await api.generate(key), await api.generate(key)]
    await api.call('revokeKey', { key, params: { keyId: gone.id } })
    expect((await keysOf(key)).map(({ id }) => id)).not.toContain(gone.id)
    expect((await keysOf(key)).map(({ id }) => id)).toContain(kept.id)
  })

  test('reports when a key was last used, to about a minute', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    expect((await keysOf(key)).find(({ id }) => id === other.id)?.last_used_at).toBeNull()
    await api.call('getUsage', { key: other.key })
    const used = await eventually(
      async () => (await keysOf(key)).find(({ id }) => id === other.id)?.last_used_at,
      (at) => typeof at === 'string',
    )
    expect(Math.abs(Date.parse(used!) - Date.now())).toBeLessThan(61_000)
  })

  test('lists the keys of one account only, and for a sandbox key only sandbox keys', async () => {
    const [one, two] = await Promise.all([api.account(), api.account()])
    const sandbox = await api.generate(one.key, { sandbox: true })
    expect(await keysOf(two.key)).toHaveLength(1)
    expect((await keysOf(one.key)).map(({ id }) => id)).toContain(sandbox.id)
    expect((await keysOf(sandbox.key)).map(({ id }) => id)).toEqual([sandbox.id])
  })
})

describe('400', () => describeParameters(() => api, 'listKeys'))
describeUnauthorized(() => api, 'listKeys')
describeMethods(() => api, 'listKeys')
describe('the forms of its path', () => testForms(() => api, 'listKeys'))
