import type { Reading } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { versionNotFound } from '../decide.js'
import { openRules } from '../internal/readRuleSet.js'
import type { Rules } from '../language/rule.js'
import { ruleSetId, ruleSets } from '../projections/ruleSets.js'
import { erased } from './getRules.js'

export interface VersionView {
  readonly version: number
  readonly activatedAt: string
  readonly rules: Rules
}

/** A version of the caller's rules. @throws Failure NOT_FOUND */
export type GetVersion = (caller: Pick<Caller, 'account' | 'sandbox'>, version: number) => Promise<VersionView>

export const createGetVersion =
  ({ eventing, vault }: { readonly eventing: Reading; readonly vault: Vault }): GetVersion =>
  async ({ account, sandbox }, version) => {
    if (sandbox) throw versionNotFound()
    const id = ruleSetId(account, version)
    const found = await eventing.read(ruleSets).getOrReplay(id, streamName('rules', account))
    if (!found) throw versionNotFound()
    const rules = await openRules(vault, account, found.rules)
    if (!rules) throw erased()
    return { version, activatedAt: found.at, rules }
  }
