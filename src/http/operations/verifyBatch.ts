import { sharingOf } from '../../features/verification/index.js'
import type { Operation } from '../operation.js'
import { sharingHeaders } from '../shapes/sharing.js'
import { verificationResult } from '../shapes/verificationResult.js'

export const verifyBatch: Operation<'verifyBatch'> = async ({ verification, caller, call, body }) => {
  const { emails, debug = false, share_signals: share = false } = body
  const { results, summary } = await verification.verifyBatch(caller, { emails, debug, share }, call)
  return {
    status: 200,
    body: { results: results.map(verificationResult), summary },
    headers: sharingHeaders(sharingOf(caller, share)),
  }
}
