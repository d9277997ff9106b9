import type { Reading } from '../../../eventing/eventing.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import { openRules, type ReadRuleSet } from '../internal/readRuleSet.js'
import { draftView, liveView, type RulesView } from '../internal/views.js'
import { NO_RULES, rules } from '../projections/rules.js'

interface GetRulesDependencies {
  readonly eventing: Reading
  readonly vault: Vault
  readonly readRuleSet: ReadRuleSet
}

/** The caller's live rules and its draft, with what is surely not meant. None for a sandbox key. */
export type GetRules = (caller: Pick<Caller, 'account' | 'sandbox'>) => Promise<RulesView>

export const createGetRules =
  ({ eventing, vault, readRuleSet }: GetRulesDependencies): GetRules =>
  async ({ account, sandbox }) => {
    if (sandbox) return { live: liveView([], NO_RULES.live), draft: undefined }
    const { live, draft } = (await eventing.read(rules).getUpToHead(account)) ?? NO_RULES
    const set = await readRuleSet(account, live.version)
    const drafted = draft ? await openRules(vault, account, draft.rules) : undefined
    if (!set || (draft && !drafted)) throw erased()
    return { live: liveView(set, live), draft: draft && drafted ? draftView(drafted, draft.at) : undefined }
  }

/** Its keys work for a moment longer. */
export const erased = () => new StoreUnavailable('the account has been erased')
