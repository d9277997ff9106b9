import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ada } from '../support/accountEvents.js'
import { openPoolFlow, type PoolFlow } from '../support/poolFlow.js'

let flow: PoolFlow
beforeAll(async () => {
  flow = await openPoolFlow()
})
afterAll(() => flow.close())

test('a pool is empty until its first contribution; another process notices within a second', async () => {
  const other = await flow.openProcess()
  for (const { holdsAny } of [flow.pool, other]) {
    expect(await holdsAny('public')).toBe(false)
    expect(holdsAny('public')).toBe(false)
  }
  await flow.contribute(ada, {})
  expect(flow.pool.holdsAny('public')).toBe(true)
  await flow.follow()
  flow.clock.time += 1_000
  expect(await other.holdsAny('public')).toBe(true)
  expect(other.holdsAny('public')).toBe(true)
  expect(await other.holdsAny(ada)).toBe(false)
})

test('a pool that becomes non-empty during a check stays non-empty', async () => {
  const looking = flow.pool.holdsAny(ada)
  await flow.contribute(ada, {}, { name: ada })
  await looking
  expect(flow.pool.holdsAny(ada)).toBe(true)
})
