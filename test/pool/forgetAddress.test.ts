// Forgetting an address on behalf of its owner, in every pool.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PUBLIC_POOL } from '../../src/features/pool/events.js'
import { createPoolForgetting } from '../../src/features/pool/index.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { addressStream } from '../../src/features/pool/state.js'
import { newSystemActor } from '../../src/kernel/actor.js'
import { deriveKey, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { contributed } from '../../testbed/given/poolEvents.js'

let flow: PoolFlow
beforeAll(async () => {
  flow = await openPoolFlow()
})
afterAll(() => flow.close())

test('an address is forgotten in every pool, and in none while the read model does not know them all', async () => {
  const { forgetAddress } = createPoolForgetting({ eventing: flow.eventing, deriveKey })
  const { addressOf } = createPoolKeys({ deriveKey })
  const address = 'someone@explicit.mailproof.net'
  const contribute = (pool: string) => {
    const of = { pool, address: addressOf(pool, address) }
    return flow.append(addressStream(of), contributed(of))
  }
  await contribute(ada)
  expect(await forgetAddress(address, newSystemActor())).toBe(1)
  await flow.flow.runner.stop()
  await contribute(PUBLIC_POOL)
  await contribute(ada)
  await expect(forgetAddress(address, newSystemActor())).rejects.toThrow(
    /^No pool has forgotten the address, .* try again\.$/,
  )
})
