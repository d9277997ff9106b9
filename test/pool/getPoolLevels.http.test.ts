import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { contributesMany } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const levels = async (key: string) => (await api.call('getPoolLevels', { key })).body.levels

const table = (...counts: number[]) => [
  { name: 'Contributor', min_contributions: 0, count: counts[0] },
  { name: 'Bronze', min_contributions: 100, count: counts[1] },
  { name: 'Silver', min_contributions: 1_000, count: counts[2] },
  { name: 'Gold', min_contributions: 10_000, count: counts[3] },
  { name: 'Diamond', min_contributions: 100_000, count: counts[4] },
]

describe('200', () => {
  test('has every level for an empty pool, each with no account', async () => {
    const { key } = await api.account()
    expect(await levels(key)).toEqual(table(0, 0, 0, 0, 0))
  })

  test('counts each contributor to the public pool once, at its level', async () => {
    const { id, key } = await api.account({ plan: 'enterprise' })
    for (const [name, count] of Object.entries({ a: 1, b: 99, c: 100, d: 999, e: 1_000 })) {
      await contributesMany(api, count, { account: accountNamed(name) })
    }
    await contributesMany(api, 100, { account: id, pool: id })
    expect(await levels(key)).toEqual(table(2, 2, 1, 0, 0))
    await contributesMany(api, 1, { account: accountNamed('b') })
    expect(await levels(key)).toEqual(table(1, 3, 1, 0, 0))
  })
})

describe('400', () => describeParameters(() => api, 'getPoolLevels'))
describeUnauthorized(() => api, 'getPoolLevels')
describeMethods(() => api, 'getPoolLevels')
describe('the forms of its path', () => testForms(() => api, 'getPoolLevels'))
