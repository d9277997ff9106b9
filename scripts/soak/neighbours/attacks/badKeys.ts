import { newApiKey } from '../../../../src/features/accounts/apiKey.js'
import type { Attack } from '../attack.js'

/** Generated in advance: a key costs the attacker more than the service. */
const KEYS = 20_000

export const badKeys: Attack = {
  name: 'bad-keys',
  summary: 'no key: 2,000 well-formed random keys a second',
  prepare({ call }) {
    const keys = Array.from({ length: KEYS }, () => newApiKey(false))
    let turn = 0
    return {
      concurrency: 64,
      strike: async () =>
        void (await call('POST', '/v1/verify', { key: keys[turn++ % KEYS]!, body: { email: 'jane@example.org' } })),
    }
  },
}
