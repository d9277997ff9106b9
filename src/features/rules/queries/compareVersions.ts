import type { Caller } from '../../accounts/index.js'
import { noDraft } from '../decide.js'
import { compareRules, type RuleChange } from '../language/compare.js'
import type { Rules } from '../language/rule.js'
import type { GetRules } from './getRules.js'
import type { GetVersion } from './getVersion.js'

export interface ComparisonView {
  /** Null: the draft. */
  readonly from: number
  readonly to: number | null
  readonly changes: readonly RuleChange[]
}

/**
 * What differs between two versions of the caller's rules.
 * @param from undefined = the live version @param to undefined = the draft
 * @throws Failure NOT_FOUND, NO_DRAFT
 */
export type CompareVersions = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  versions: { readonly from?: number | undefined; readonly to?: number | undefined },
) => Promise<ComparisonView>

export const createCompareVersions =
  ({ getRules, getVersion }: { readonly getRules: GetRules; readonly getVersion: GetVersion }): CompareVersions =>
  async (caller, { from, to }) => {
    const { live, draft } = await getRules(caller)
    const rulesOf = async (version: number): Promise<Rules> => {
      if (version === live.version) return live.rules
      return version === 0 ? [] : (await getVersion(caller, version)).rules
    }
    const first = from ?? live.version
    const before = await rulesOf(first)
    const after = to === undefined ? draft?.rules : await rulesOf(to)
    if (!after) throw noDraft()
    return { from: first, to: to ?? null, changes: compareRules(before, after) }
  }
