import type { Eventing } from '../../../eventing/eventing.js'
import type { Caller } from '../../accounts/index.js'
import { noDraft } from '../decide.js'
import type { ListEntries, ListName } from '../events.js'
import { refuseSandbox } from '../internal/sandbox.js'
import type { Rules } from '../language/rule.js'
import { NO_RULES, rules } from '../projections/rules.js'
import type { GetRules } from './getRules.js'
import type { GetVersion } from './getVersion.js'

/** Rules that could decide, or do. */
interface Candidate {
  readonly rules: Rules
  /** Null: the draft. */
  readonly version: number | null
  /** The account's lists as they are now. */
  readonly lists: { readonly [list in ListName]: ListEntries | null }
}

/**
 * The draft, the live rules or a version.
 * @throws Failure NO_DRAFT, NOT_FOUND; VALIDATION_ERROR for a sandbox key
 */
export type GetCandidate = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  which: 'draft' | 'live' | number,
) => Promise<Candidate>

interface GetCandidateDependencies {
  readonly eventing: Eventing
  readonly getRules: GetRules
  readonly getVersion: GetVersion
}

export const createGetCandidate =
  ({ eventing, getRules, getVersion }: GetCandidateDependencies): GetCandidate =>
  async (caller, which) => {
    refuseSandbox(caller)
    const { live, draft } = await getRules(caller)
    const { lists } = (await eventing.read(rules).getUpToHead(caller.account)) ?? NO_RULES
    if (which === 'draft') {
      if (!draft) throw noDraft()
      return { rules: draft.rules, version: null, lists }
    }
    const version = which === 'live' ? live.version : which
    if (version === live.version) return { rules: live.rules, version, lists }
    return { rules: (await getVersion(caller, version)).rules, version, lists }
  }
