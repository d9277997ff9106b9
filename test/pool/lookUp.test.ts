// Looking an address up in a pool.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { accountNamed, DAY, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const cleo = accountNamed('cleo')

describe('a lookup', () => {
  const lookUp = (pool = 'public', account = accountNamed('reader')) =>
    flow.pool.lookUp({ pool, account }, addressNamed('someone'), flow.clock.time)

  test('is a miss for an address without a contribution', async () => expect(await lookUp()).toBeUndefined())

  test('returns what was contributed, with the confidence of the pool', async () => {
    await flow.contribute(ada, { route: 'implicit', provider: 'google', ttl: 300 })
    await flow.contribute(bob, { route: 'implicit', provider: 'google', ttl: 300 })
    await flow.follow()
    expect(await lookUp()).toEqual({
      route: 'implicit',
      provider: 'google',
      checkedAt: '2026-11-21T09:00:00.000Z',
      ttl: 300,
      confidence: 0.3424,
      validations: 2,
    })
    flow.clock.time += 300_000
    expect(await lookUp()).toBeUndefined()
  })

  test('is answered by the given pool, and no other', async () => {
    await flow.contribute(ada, {}, { name: ada })
    await flow.follow()
    expect(await lookUp()).toBeUndefined()
    expect(await lookUp(bob)).toBeUndefined()
    expect(await lookUp(ada)).toMatchObject({ validations: 1 })
  })

  test('is a miss after a vote against the majority, until that becomes the majority', async () => {
    await flow.contribute(ada, {})
    await flow.contribute(bob, {})
    await flow.contribute(cleo, { valid: false, route: 'no_name' })
    await flow.follow()
    expect(await lookUp()).toBeUndefined()
    flow.clock.time += DAY
    await flow.contribute(bob, { valid: false, route: 'no_name' })
    await flow.follow()
    expect(await lookUp()).toMatchObject({ route: 'no_name', validations: 3 })
  })

  test('requires as many accounts as configured', async () => {
    const strict = await flow.openProcess({ minContributors: 2 })
    await flow.contribute(ada, {})
    await flow.follow()
    const ask = () =>
      strict.lookUp({ pool: 'public', account: accountNamed('reader') }, addressNamed('someone'), flow.clock.time)
    expect(await ask()).toBeUndefined()
    await flow.contribute(bob, {})
    await flow.follow()
    expect(await ask()).toMatchObject({ validations: 2 })
  })
})
