import type { V2Verdict } from '../../features/verification/index.js'

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
