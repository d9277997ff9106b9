// An account's rules and lists as of a past time.
import type { AccountQueries } from '../../eventing/asOf/past.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { createReadRuleSet } from './internal/readRuleSet.js'
import { listChunks } from './projections/listChunks.js'
import { ruleSets } from './projections/ruleSets.js'
import { rules } from './projections/rules.js'
import { type CompareVersions, createCompareVersions } from './queries/compareVersions.js'
import { createGetList, type GetList } from './queries/getList.js'
import { createGetRules, type GetRules } from './queries/getRules.js'
import { createGetVersion, type GetVersion } from './queries/getVersion.js'
import { createListVersions, type ListVersions } from './queries/listVersions.js'

export interface PastRules {
  readonly getRules: GetRules
  readonly getVersion: GetVersion
  readonly listVersions: ListVersions
  readonly compareVersions: CompareVersions
  readonly getList: GetList
}

export const createRulesAsOf = ({ vault }: { readonly vault: Vault }): AccountQueries<PastRules> => ({
  name: 'rules',
  models: [rules, ruleSets, listChunks],
  at({ eventing }) {
    const getRules = createGetRules({ eventing, vault, readRuleSet: createReadRuleSet({ eventing, vault }) })
    const getVersion = createGetVersion({ eventing, vault })
    return {
      getRules,
      getVersion,
      listVersions: createListVersions({ eventing }),
      compareVersions: createCompareVersions({ getRules, getVersion }),
      getList: createGetList({ eventing }),
    }
  },
})
