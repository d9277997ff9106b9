import type { Actor } from '../../../kernel/actor.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { MOMENT_WORDS, parseMoment, startOfMoment } from '../../../kernel/moment.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { ChangeRules } from '../internal/changeRules.js'
import { openRules } from '../internal/readRuleSet.js'
import { refuseSandbox } from '../internal/sandbox.js'
import type { LiveView } from '../internal/views.js'
import { erased, type GetRules } from '../queries/getRules.js'

interface ActivateDependencies {
  readonly vault: Vault
  readonly changeRules: ChangeRules
  readonly getRules: GetRules
}

/**
 * Makes the draft live, as a new version. When it returns, the next request of every process is decided by it.
 * @param input `liveVersion`: the version that must be live; `draftUpdatedAt`: the draft's `updatedAt`; absent = any
 */
export type ActivateRules = (
  caller: Caller,
  input: { readonly liveVersion?: number | null | undefined; readonly draftUpdatedAt?: string | null | undefined },
  actor: Actor,
) => Promise<LiveView>

export const createActivateRules =
  ({ vault, changeRules, getRules }: ActivateDependencies): ActivateRules =>
  async (caller, { liveVersion, draftUpdatedAt }, actor) => {
    refuseSandbox(caller)
    const draftAt = timeOf(draftUpdatedAt ?? undefined)
    const { account } = caller
    await changeRules(account, actor, async (state) => {
      if (!state.draft) throw decide.noDraft()
      const rules = await openRules(vault, account, state.draft.rules)
      if (!rules) throw erased()
      return decide.activate(state, { account, count: rules.length, expected: liveVersion ?? undefined, draftAt })
    })
    return (await getRules(caller)).live
  }

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return startOfMoment(parseMoment(text) ?? rejectParameter('draft_updated_at', MOMENT_WORDS))
}
