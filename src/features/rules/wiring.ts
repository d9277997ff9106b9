// Puts the rules feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { createActivateRules } from './commands/activateRules.js'
import { createPutList } from './commands/putList.js'
import { createPutRulesDraft } from './commands/putRulesDraft.js'
import { createRollbackRules } from './commands/rollbackRules.js'
import { createChangeRules } from './internal/changeRules.js'
import { createInForce } from './internal/inForce.js'
import { createReadList } from './internal/readList.js'
import { createReadRuleSet } from './internal/readRuleSet.js'
import { listChunks } from './projections/listChunks.js'
import { ruleSets } from './projections/ruleSets.js'
import { rules } from './projections/rules.js'
import { createCompareVersions } from './queries/compareVersions.js'
import { createGetCandidate } from './queries/getCandidate.js'
import { createGetList } from './queries/getList.js'
import { createGetRules } from './queries/getRules.js'
import { createGetVersion } from './queries/getVersion.js'
import { createListVersions } from './queries/listVersions.js'
import { createLookBack } from './queries/lookBack.js'

export const ruleProjections: readonly AnyProjection[] = [rules, ruleSets, listChunks]

export interface RulesDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  /** Counts the entries that an account writes per day. */
  readonly limiter: Limiter
  readonly clock: Clock
  /** Whether other processes verify, too. */
  readonly shared: boolean
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireRules(dependencies: RulesDependencies) {
  const readRuleSet = createReadRuleSet(dependencies)
  const { rulesOf, changed } = createInForce({ ...dependencies, readRuleSet })
  const changeRules = createChangeRules({ ...dependencies, changed })
  const getRules = createGetRules({ ...dependencies, readRuleSet })
  const getVersion = createGetVersion(dependencies)
  const getList = createGetList(dependencies)
  const shared = { ...dependencies, changeRules, getRules, getList }
  return {
    rulesOf,
    putRulesDraft: createPutRulesDraft(shared),
    activateRules: createActivateRules(shared),
    rollbackRules: createRollbackRules(shared),
    putList: createPutList(shared),
    getRules,
    getVersion,
    listVersions: createListVersions(dependencies),
    compareVersions: createCompareVersions({ getRules, getVersion }),
    getList,
    getCandidate: createGetCandidate({ ...dependencies, getRules, getVersion }),
    lookBack: createLookBack({ ...dependencies, readList: createReadList(dependencies.eventing) }),
  }
}
