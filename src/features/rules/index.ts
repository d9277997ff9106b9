/**
 * An account's own rules, by which its verifications are decided beside v2's default policy, and its allow and deny lists. Other
 * rooms see what is declared here; each operation's type leads to its code.
 */
import type { RulesOf } from '../verification/index.js'
import type { ActivateRules } from './commands/activateRules.js'
import type { PutList } from './commands/putList.js'
import type { PutRulesDraft } from './commands/putRulesDraft.js'
import type { RollbackRules } from './commands/rollbackRules.js'
import type { CompareVersions } from './queries/compareVersions.js'
import type { GetCandidate } from './queries/getCandidate.js'
import type { GetList } from './queries/getList.js'
import type { GetRules } from './queries/getRules.js'
import type { GetVersion } from './queries/getVersion.js'
import type { ListVersions } from './queries/listVersions.js'
import type { LookBack } from './queries/lookBack.js'
import { type RulesDependencies, wireRules } from './wiring.js'

/**
 * What the feature offers. Callers act on the rules and lists of their own account; for a sandbox key there are none, and
 * commands reject with VALIDATION_ERROR. Commands are idempotent per `actor.commandId`. When a command returns, queries see
 * what it changed, and the next request of every process is decided by it. Any operation rejects with StoreUnavailable while
 * the stores do not answer.
 */
export interface Rules {
  /** Any caller with a live key. Decides nothing. @throws Failure VALIDATION_ERROR */
  readonly putRulesDraft: PutRulesDraft
  /** Any caller with a live key. @throws Failure NO_DRAFT, RULES_CHANGED, VALIDATION_ERROR */
  readonly activateRules: ActivateRules
  /** Any caller with a live key. Idempotent. @throws Failure NOT_FOUND */
  readonly rollbackRules: RollbackRules
  /** Any caller with a live key. @throws Failure VALIDATION_ERROR; RateLimited */
  readonly putList: PutList

  /** Any caller. */
  readonly getRules: GetRules
  /** Any caller. @throws Failure NOT_FOUND */
  readonly getVersion: GetVersion
  /** Any caller. @throws Failure VALIDATION_ERROR if the cursor does not belong to this list */
  readonly listVersions: ListVersions
  /** Any caller. @throws Failure NOT_FOUND */
  readonly compareVersions: CompareVersions
  /** Any caller. @throws Failure VALIDATION_ERROR if the cursor does not belong to this list */
  readonly getList: GetList

  /** For verifications. */
  readonly rulesOf: RulesOf

  /** For backtests. @throws Failure NO_DRAFT, NOT_FOUND; VALIDATION_ERROR for a sandbox key */
  readonly getCandidate: GetCandidate
  /** For backtests. */
  readonly lookBack: LookBack
}

export const createRules: (dependencies: RulesDependencies) => Rules = wireRules

export { createRulesAsOf, type PastRules } from './asOf.js'
export type { Hindsight, PastFacts, PastRuling } from './internal/hindsight.js'
export type { DraftView, LiveView, RulesView } from './internal/views.js'
export { parseRules } from './language/parse.js'
export type { Rule } from './language/rule.js'
export { warningsOf } from './language/warnings.js'
export type { ComparisonView } from './queries/compareVersions.js'
export type { ListView } from './queries/getList.js'
export type { VersionView } from './queries/getVersion.js'
export type { VersionPage } from './queries/listVersions.js'
export { ruleProjections } from './wiring.js'
