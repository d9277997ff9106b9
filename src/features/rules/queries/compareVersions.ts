import type { Caller } from '../../accounts/index.js'
import { compareRules, type RuleChange } from '../language/compare.js'
import type { Rules } from '../language/rule.js'
import type { GetRules } from './getRules.js'
import type { GetVersion } from './getVersion.js'

export interface ComparisonView {
  readonly from: number
  /** Null: the draft. */
  readonly to: number | null
  readonly changes: readonly RuleChange[]
}

/**
 * What differs between two versions of the caller's rules.
 * @param versions `from`: the live one by default; `to`: the draft or, if there is none, the live one
 * @throws Failure NOT_FOUND
 */
export type CompareVersions = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  versions: { readonly from?: number | undefined; readonly to?: number | undefined },
) => Promise<ComparisonView>

export const createCompareVersions =
  ({ getRules, getVersion }: { readonly getRules: GetRules; readonly getVersion: GetVersion }): CompareVersions =>
  async (caller, { from, to }) => {
    const { live, draft } = await getRules(caller)
    const rulesOf = async (version: number): Promise<Rules> =>
      version === live.version ? live.rules : (await getVersion(caller, version)).rules
    const first = from ?? live.version
    const before = await rulesOf(first)
    if (to === undefined && draft) return { from: first, to: null, changes: compareRules(before, draft.rules) }
    const last = to ?? live.version
    return { from: first, to: last, changes: compareRules(before, await rulesOf(last)) }
  }
