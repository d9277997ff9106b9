import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { poolOf } from '../../src/features/pool/index.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'

const deriveKey = createKeyDerivation(Buffer.alloc(32, 7))
const keys = createPoolKeys({ deriveKey })
const email = 'someone@example.net'

describe('the pseudonyms of a pool', () => {
  test('are keyed hashes, with a separate key for each kind', () => {
    const hmac = (purpose: string, text: string) => createHmac('sha256', deriveKey(purpose)).update(text).digest()
    const address = hmac('pool-addresses', `public\n${email}`).subarray(0, 16).toString('base64url')
    expect(keys.addressOf('public', email)).toBe(address)
    expect(keys.contributorOf(ada)).toBe(`c_${hmac('contributors', ada).toString('hex').slice(0, 20)}`)
    expect(keys.emailHashOf(ada, address)).toBe(hmac('email-hashes', `${ada}\n${address}`).toString('hex'))
  })

  test('of an address are 22 characters that a stream name allows, and differ between pools', () => {
    expect(keys.addressOf('public', email)).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(keys.addressOf(ada, email)).not.toBe(keys.addressOf('public', email))
  })

  test('of an address differ between the accounts that see it', () =>
    expect(keys.emailHashOf(ada, 'same')).not.toBe(keys.emailHashOf(bob, 'same')))

  test('differ with the secret', () => {
    const others = createPoolKeys({ deriveKey: createKeyDerivation(Buffer.alloc(32, 8)) })
    expect(others.addressOf('public', email)).not.toBe(keys.addressOf('public', email))
    expect(others.contributorOf(ada)).not.toBe(keys.contributorOf(ada))
  })
})

test('an organisation has its own pool, all other accounts share one', () => {
  expect(poolOf({ account: ada, plan: 'enterprise' })).toBe(ada)
  for (const plan of ['free', 'starter', 'growth'] as const) expect(poolOf({ account: ada, plan })).toBe('public')
})
