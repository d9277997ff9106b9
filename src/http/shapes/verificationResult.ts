import type { V1Result } from '../../features/verification/index.js'
import { v1Members } from './v1Members.js'

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
