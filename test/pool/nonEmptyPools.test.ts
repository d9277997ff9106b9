import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada } from '../../testbed/given/accountEvents.js'

let flow: PoolFlow
beforeAll(async () => {
  flow = await openPoolFlow()
})
afterAll(() => flow.close())

test('a pool is empty until its first contribution; another process notices within a second', async () => {
  const other = await flow.openProcess()
  for (const { hasEntries } of [flow.pool, other]) {
    expect(await hasEntries('public')).toBe(false)
    expect(hasEntries('public')).toBe(false)
  }
  await flow.contribute(ada, {})
  expect(flow.pool.hasEntries('public')).toBe(true)
  await flow.follow()
  flow.clock.time += 1_000
  expect(await other.hasEntries('public')).toBe(true)
  expect(other.hasEntries('public')).toBe(true)
  expect(await other.hasEntries(ada)).toBe(false)
})

test('a pool that becomes non-empty during a check stays non-empty', async () => {
  const looking = flow.pool.hasEntries(ada)
  await flow.contribute(ada, {}, { name: ada })
  await looking
  expect(flow.pool.hasEntries(ada)).toBe(true)
})
