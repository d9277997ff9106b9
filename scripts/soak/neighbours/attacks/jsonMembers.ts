import type { Attack } from '../attack.js'

const MB = 1_000_000

/** An object of as many members as fit. */
function members(bytes: number): Buffer {
  const parts: string[] = []
  for (let length = 2, at = 0; length < bytes; at++) {
    parts.push(`"k${at}":1`)
    length += parts[at]!.length + 1
  }
  return Buffer.from(`{${parts.slice(0, -2).join(',')}}`)
}

export const jsonMembers: Attack = {
  name: 'json-members',
  summary: 'JSON bodies of 85,000 members (1 MB, with and without a key) and of 1,100,000 (13.8 MB, free key)',
  prepare({ call, freeKey }) {
    const [large, small] = [members(13.8 * MB), members(MB)]
    const calls = [
      () => call('POST', '/graphql', { key: freeKey, body: large }),
      () => call('POST', '/v1/verify', { key: freeKey, body: small }),
      () => call('POST', '/v1/verify/bulk/agent', { key: freeKey, body: large }),
      () => call('POST', '/graphql', { body: small }),
      () => call('POST', '/v1/accounts/create', { body: small }),
    ]
    let turn = 0
    return { concurrency: 4, strike: async () => void (await calls[turn++ % calls.length]!()) }
  },
}
