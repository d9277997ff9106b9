// An account's rules and lists as of a past time.
import type { AccountQueries } from '../../eventing/asOf/past.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Rules } from './index.js'
import { createReadRuleSet } from './internal/readRuleSet.js'
import { listChunks } from './projections/listChunks.js'
import { ruleSets } from './projections/ruleSets.js'
import { rules } from './projections/rules.js'
import { createCompareVersions } from './queries/compareVersions.js'
import { createGetList } from './queries/getList.js'
import { createGetRules } from './queries/getRules.js'
import { createGetVersion } from './queries/getVersion.js'
import { createListVersions } from './queries/listVersions.js'

export type PastRules = Pick<Rules, 'getRules' | 'getVersion' | 'listVersions' | 'compareVersions' | 'getList'>

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
