// Which secret wraps the data keys of a vault, after the secrets were read again.
import { expect, test } from '@jest/globals'
import { createWrapping } from '../../src/adapters/vault/wrapping.js'

test('a key that no secret opens does not make the current secret one before it', () => {
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const wrapping = createWrapping(secret)
  wrapping.verifyProof(wrapping.createProof())
  expect(wrapping.stateOf('ada', createWrapping(other).create('ada'))).toBe('unreadable')
  expect(wrapping.isActive()).toBe(true)
})
