import type { Notice, Step, V1Result, V1Verdict, V2Verdict } from '../../features/verification/index.js'
import type { Schema } from '../contract/types.js'

/** What a VerificationResult (v1) says besides the address and how it came to be, as the contract has it. */
export const v1Members = (verdict: V1Verdict) => ({
  valid: verdict.valid,
  status: verdict.status,
  ...(verdict.reason && { reason: verdict.reason }),
  is_known_valid_fallback: verdict.isKnownValidFallback,
  is_dns_fallback: verdict.isDnsFallback,
  checks: verdict.checks,
  from_pool: verdict.fromPool !== undefined,
  ...(verdict.fromPool && {
    pool_confidence: verdict.fromPool.confidence,
    pool_validations: verdict.fromPool.validations,
  }),
  metadata: {
    domain: verdict.domain,
    ...(verdict.provider && { provider: verdict.provider }),
    ...(verdict.didYouMean && { did_you_mean: verdict.didYouMean }),
  },
})

/** VerificationResult (v1), as the contract has it. */
export const verificationResult = (result: V1Result) => ({
  email: result.email,
  ...v1Members(result),
  ...(result.contributed && {
    credits_earned: result.contributed.credits,
    unique_contribution: result.contributed.unique,
  }),
  ...(result.steps && { debug: { steps: result.steps } }),
})

/** Changes whenever the shape changes incompatibly. */
const RESULT_VERSION = '2026-11-01'

/** V2VerificationResult, as the contract has it. */
export const signalsResult = (email: string, verdict: V2Verdict, requestId: string) => ({
  email,
  result_version: RESULT_VERSION,
  stability: 'beta' as const,
  request_id: requestId,
  checked_at: new Date(verdict.checkedAt).toISOString(),
  default_decision: verdict.decision,
  reasons: verdict.reasons.map(({ code, category, slug }) => ({ code, category, docs_slug: slug })),
  signals: {
    syntax: verdict.signals.syntax,
    dns: verdict.signals.dns,
    mx: verdict.signals.mx,
    disposable: verdict.signals.disposable,
    accept_all: 'unknown' as const,
    patterns: verdict.signals.patterns,
  },
  runtime: { status: verdict.runtime.status, unresolved_groups: verdict.runtime.unresolvedGroups },
  ttl_hint_seconds: verdict.ttlHintSeconds,
})

/** One address of a batch, whichever way it was verified. */
interface Row {
  /** null where it is not known any more. */
  readonly email: string | null
  readonly verdict: V1Verdict
  readonly steps?: readonly Step[]
}

type AgentItem = Schema<'AgentResult'> | Schema<'AgentFullResult'>

/** AgentResult or AgentFullResult, as the contract has them. @param i place in the input, from 0 */
export function agentResult(format: 'compact' | 'full', i: number, { email, verdict, steps }: Row): AgentItem {
  const { valid, reason, checks } = verdict
  return {
    i,
    v: valid ? 1 : 0,
    d: checks.disposable ? 1 : 0,
    ...(reason && { e: reason }),
    ...(format === 'full' && { ...(email !== null && { email }), ...v1Members(verdict) }),
    ...(steps && { debug: { steps } }),
  }
}

/** `stats` of an AgentBatchResponse. @param ms that the work took */
export const agentStats = (total: number, valid: number, ms: number) => ({
  t: total,
  v: valid,
  ms: Math.round(ms),
  eps: Math.round((total * 1_000) / Math.max(1, ms)),
})

/** Says so where a wish to share signals was not followed. */
export const sharingHeaders = (sharing: 'off' | 'on' | 'ignored-plan'): Record<string, string> =>
  sharing === 'ignored-plan' ? { 'X-Signal-Sharing': sharing } : NONE

const NONE = {}

/** What a verification was answered with over REST, for those who are told of it. */
export const answerOf = (notice: Notice): object =>
  notice.api === 'v1'
    ? verificationResult(notice.result)
    : signalsResult(notice.email, notice.verdict, notice.requestId)
