import type { Body } from '../contract/types.js'

type VerifyBody = Pick<Body<'verifyEmail'>, 'debug' | 'share_signals'>

/** Options that all v1 verifications share; the contract's defaults are already filled in. */
export const verifyOptions = ({ debug = false, share_signals: share = false }: VerifyBody) => ({ debug, share })

/** Input of the command submitBatch from the body of verifyBulkAgent. */
export const submitBatchInput = (body: Body<'verifyBulkAgent'>) => {
  const { emails, format = 'compact', webhook_url } = body
  const { debug, share } = verifyOptions(body)
  return { emails, format, share, debug, ...(webhook_url !== undefined && { webhookUrl: webhook_url }) }
}
