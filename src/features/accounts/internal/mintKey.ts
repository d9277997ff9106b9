import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { derivedId, newId } from '../../../kernel/ids.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import { streamName } from '../../../kernel/stream.js'
import { digestOf, maskKey, newApiKey } from '../apiKey.js'
import type { NewKey } from '../decide.js'
import type { ApiKeyIssued } from '../events.js'
import type { KeyRestrictions } from '../restrictions.js'
import { sealRestrictions } from './sealedRestrictions.js'

interface KeyOptions {
  readonly name: string | null
  readonly sandbox: boolean
  readonly expiresAt: string | null
  /** Omitted for a key with every right. */
  readonly restrictions?: KeyRestrictions | undefined
  /** Secret; the same seed yields the same key. */
  readonly seed?: string | undefined
}

/** Creates a key: its text, which is shown once and never stored, and the record that is stored. */
export async function mintKey(
  vault: Vault,
  account: string,
  { name, sandbox, expiresAt, restrictions, seed }: KeyOptions,
): Promise<{ text: string; key: NewKey }> {
  const text = newApiKey(sandbox, seed, restrictions?.publishable)
  const digest = digestOf(text)
  const id = seed === undefined ? newId() : derivedId(`key ${digest}`)
  const sealedName = name === null ? null : await vault.seal(account, name)
  const sealed = restrictions && { restrictions: await sealRestrictions(vault, account, restrictions) }
  return {
    text,
    key: { id, digest, masked: maskKey(text), name: sealedName, sandbox, expiresAt, ...sealed },
  }
}

/** Makes the key findable by its digest in every process, before any projection has run. */
export async function issueKey(eventing: Eventing, actor: Actor, account: string, key: NewKey): Promise<Position> {
  const issued: ApiKeyIssued = { type: 'ApiKeyIssued', data: { account, key: key.id } }
  const { position } = await eventing.append(streamName('key', key.digest), [issued], actor, 'no_stream')
  return position
}
