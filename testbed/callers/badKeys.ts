import { digestOf, newApiKey } from '../../src/features/accounts/apiKey.js'
import type { AccountEvent, ApiKeyIssued } from '../../src/features/accounts/events.js'
import { newId } from '../../src/kernel/ids.js'
import { streamName } from '../../src/kernel/stream.js'
import type { InProcessService } from '../service/inProcess.js'

/** Invalid values of `X-API-Key`, each with its problem. */
export async function badKeys(api: InProcessService): Promise<[what: string, key: string | string[]][]> {
  const { id, key } = await api.account()
  const revoked = await api.generate(key)
  await api.call('revokeKey', { key, params: { keyId: revoked.id } })
  const swapped = key.replace(/(....)$/, (end) => [...end].reverse().join(''))
  return [
    ['a text that is no key', 'secret'],
    ['a key with a space before it in quotes', `" ${key}"`],
    ['a key in another case', key.toUpperCase()],
    ['a key with a digit changed', mistyped(key)],
    ['a key with its check digits in another order', swapped === key ? mistyped(key) : swapped],
    ['a key without its end', key.slice(0, -1)],
    ['a key with more at its end', `${key}0`],
    ['a live key sent as a sandbox key', key.replace('mpk_', 'mpt_')],
    ['a well-formed key that was never made', newApiKey(false)],
    ['a well-formed sandbox key that was never made', newApiKey(true)],
    ['a revoked key', revoked.key],
    ['an expired key', await expiredKey(api, id)],
    ['a good key twice', [key, key]],
    ['half a megabyte less a few bytes would not fit: 8 KiB', 'k'.repeat(8_192)],
    ['characters beyond ASCII', 'mpk_éééééééééééééééééééééééééééééééééééé'],
  ]
}

/** Changes a digit in the middle. */
const mistyped = (key: string): string => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`

/** A key that expired yesterday, as the log has it. */
async function expiredKey({ service }: InProcessService, account: string): Promise<string> {
  const { eventing } = service.container
  const key = newApiKey(false)
  const [id, digest] = [newId(), digestOf(key)]
  const actor = { id: account, correlationId: id, commandId: id }
  const expiresAt = new Date(Date.now() - 86_400_000).toISOString()
  const generated: AccountEvent = {
    type: 'ApiKeyGenerated',
    data: { account, key: id, digest, masked: `${key.slice(0, 8)}…`, name: null, sandbox: false, expiresAt },
  }
  const issued: ApiKeyIssued = { type: 'ApiKeyIssued', data: { account, key: id } }
  await eventing.append(streamName('account', account), [generated], actor, 'any')
  const announced = { ...actor, commandId: newId() }
  await eventing.append(streamName('key', digest), [issued], announced, 'no_stream')
  return key
}
