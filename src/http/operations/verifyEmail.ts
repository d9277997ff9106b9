import { sharingOf } from '../../features/verification/index.js'
import type { Operation } from '../operation.js'
import { sharingHeaders } from '../shapes/sharing.js'
import { verificationResult } from '../shapes/verificationResult.js'

export const verifyEmail: Operation<'verifyEmail'> = async ({ verification, caller, call, body }) => {
  const { email, debug = false, share_signals: share = false } = body
  const result = await verification.verifyEmail(caller, { email, debug, share }, call)
  return { status: 200, body: verificationResult(result), headers: sharingHeaders(sharingOf(caller, share)) }
}
