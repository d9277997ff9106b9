// Reads bodies of text.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Failure, type FailureCode } from '../kernel/failure.js'
import { collectBody } from './ingress/collectBody.js'
import type { GuardedRequest } from './ingress/guardedRequest.js'
import { requirePlain } from './jsonBody.js'

interface TextBodyOptions {
  /** Maximum size in bytes. */
  readonly limit: number
  /** The account whose share of memory it takes while it arrives. */
  readonly account: string | undefined
  /** Code of the failure when it is not UTF-8. */
  readonly invalid: FailureCode
}

/**
 * Reads a body of text in UTF-8, without its byte order mark.
 * @throws Failure UNSUPPORTED_MEDIA_TYPE if it is compressed, PAYLOAD_TOO_LARGE, `invalid`; SERVICE_UNAVAILABLE if it would exceed
 * the account's share of memory
 */
export function readTextBody(request: IncomingMessage, { limit, account, invalid }: TextBodyOptions): Promise<string> {
  requirePlain(request.headers)
  const parse = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw new Failure(invalid, 'The body is not valid UTF-8.')
    return bytes.toString().replace(/^\uFEFF/, '')
  }
  return collectBody(request as GuardedRequest, { limit, account, check: () => {}, parse }) as Promise<string>
}
