import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { ChangeRules } from '../internal/changeRules.js'
import { refuseSandbox } from '../internal/sandbox.js'
import { type DraftView, draftView } from '../internal/views.js'
import { parseRules } from '../language/parse.js'
import type { GetRules } from '../queries/getRules.js'

interface PutDraftDependencies {
  readonly vault: Vault
  readonly clock: Clock
  readonly changeRules: ChangeRules
  readonly getRules: GetRules
}

/** Replaces the draft of the caller's rules, which decides nothing. @param rules as the caller sent them */
export type PutRulesDraft = (caller: Caller, rules: unknown, actor: Actor) => Promise<DraftView>

export const createPutRulesDraft =
  ({ vault, clock, changeRules, getRules }: PutDraftDependencies): PutRulesDraft =>
  async (caller, given, actor) => {
    refuseSandbox(caller)
    const { account } = caller
    const rules = parseRules(given)
    const sealed = await vault.seal(account, JSON.stringify(rules))
    await changeRules(account, actor, () => decide.putDraft(account, sealed))
    const { draft } = await getRules(caller)
    // Another request may have activated it already.
    return draft ?? draftView(rules, iso(clock.now()))
  }
