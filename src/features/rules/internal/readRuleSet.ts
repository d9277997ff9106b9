import type { Reading } from '../../../eventing/eventing.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import type { Rules } from '../language/rule.js'
import { type RuleSetDocument, ruleSetId, ruleSets } from '../projections/ruleSets.js'

/** Rules that were sealed, as they were; undefined if the account was erased. */
export const openRules = async (vault: Vault, account: string, sealed: string): Promise<Rules | undefined> => {
  const text = await vault.open(account, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Rules)
}

/** The rules of a version that exists; undefined if the account was erased. */
export type ReadRuleSet = (account: string, version: number) => Promise<Rules | undefined>

const NO_RULES: Rules = []

export const createReadRuleSet = ({
  eventing,
  vault,
}: {
  readonly eventing: Reading
  readonly vault: Vault
}): ReadRuleSet => {
  const model = eventing.read(ruleSets)
  return async (account, version) => {
    if (version === 0) return NO_RULES
    const found: RuleSetDocument | undefined = await model.getOrReplay(
      ruleSetId(account, version),
      streamName('rules', account),
    )
    if (!found) throw new StoreUnavailable(`version ${version} of an account's rules is not in the log yet`)
    return openRules(vault, account, found.rules)
  }
}
