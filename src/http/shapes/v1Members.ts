import type { V1Verdict } from '../../features/verification/index.js'

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
