// Seals what a key is limited to, for the log, and unseals it.
import { type Network, parseNetwork } from '../../../kernel/net/networks.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { StoredRestrictions } from '../events.js'
import type { KeyRestrictions } from '../restrictions.js'

export async function sealRestrictions(
  vault: Vault,
  account: string,
  { scopes, publishable, networks, origins }: KeyRestrictions,
): Promise<StoredRestrictions> {
  const seal = async (list: readonly string[]) =>
    list.length === 0 ? null : await vault.seal(account, JSON.stringify(list))
  return {
    scopes,
    publishable,
    networks: await seal(networks.map(({ text }) => text)),
    origins: await seal(origins),
  }
}

/** Undefined if the account's data key has been destroyed. */
export async function unsealRestrictions(
  vault: Vault,
  account: string,
  { scopes, publishable, networks, origins }: StoredRestrictions,
): Promise<KeyRestrictions | undefined> {
  const open = async (sealed: string | null): Promise<string[] | undefined> => {
    if (sealed === null) return []
    const text = await vault.open(account, sealed)
    return text === undefined ? undefined : JSON.parse(text)
  }
  const [networkTexts, originTexts] = [await open(networks), await open(origins)]
  if (!networkTexts || !originTexts) return undefined
  return { scopes, publishable, networks: networkTexts.map(storedNetwork), origins: originTexts }
}

function storedNetwork(text: string): Network {
  const network = parseNetwork(text)
  if ('problem' in network) throw new Error(`a stored network ${network.problem}`)
  return network
}
