import { mailboxMinutesOf } from '../batches/requests.js'
import type { Body } from '../contract/types.js'

/** A body's members that the contract gives defaults, which validation has filled in. */
type WithDefaults<Members, Names extends keyof Members> = Members & Required<Pick<Members, Names>>

type VerifyBody = Pick<Body<'verifyEmail'>, 'debug' | 'share_signals'>

/** Options that all v1 verifications share. */
export function verifyOptions(body: VerifyBody) {
  const { debug, share_signals: share } = body as WithDefaults<VerifyBody, 'debug' | 'share_signals'>
  return { debug, share }
}

/** Input of the command submitBatch from the body of verifyBulkAgent. */
export function submitBatchInput(body: Body<'verifyBulkAgent'>) {
  const { emails, format, webhook_url } = body as WithDefaults<Body<'verifyBulkAgent'>, 'format'>
  const { debug, share } = verifyOptions(body)
  const mailboxMinutes = mailboxMinutesOf(body)
  return {
    emails,
    format,
    share,
    debug,
    ...(webhook_url !== undefined && { webhookUrl: webhook_url }),
    ...(mailboxMinutes !== undefined && { mailboxMinutes }),
  }
}
