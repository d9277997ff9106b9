import type { V1Result } from '../../features/verification/index.js'

/** VerificationResult (v1), as the contract has it. */
export const verificationResult = (result: V1Result) => ({
  email: result.email,
  valid: result.valid,
  status: result.status,
  ...(result.reason && { reason: result.reason }),
  is_known_valid_fallback: result.isKnownValidFallback,
  is_dns_fallback: result.isDnsFallback,
  checks: result.checks,
  from_pool: false,
  metadata: {
    domain: result.domain,
    ...(result.provider && { provider: result.provider }),
    ...(result.didYouMean && { did_you_mean: result.didYouMean }),
  },
  ...(result.steps && { debug: { steps: result.steps } }),
})
