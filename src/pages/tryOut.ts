import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { errorReply } from '../api/errors.js'
import { HttpCall } from '../api/rest/httpCall.js'
import { verificationResult } from '../api/verification/present.js'
import type { Caller } from '../features/accounts/index.js'
import { Failure } from '../kernel/failure.js'
import { type Headers, sendResponse } from '../web/send.js'
import type { PagesHost } from './host.js'

/**
 * A caller without an account. Sandbox verdicts follow the local part of the address: they query no DNS, are not recorded
 * and charge nobody, so they can be given to anybody.
 */
const VISITOR: Caller = {
  account: 'visitor',
  key: 'visitor',
  sandbox: true,
  plan: 'free',
  perMinute: 60,
  perMonth: 1_000,
}

/** Longer texts are no addresses (RFC 5321 section 4.5.3.1); the headers of a request may have 16 KiB anyway. */
const MAX_CHARACTERS = 1_000

/**
 * `GET /try?email=…`: the sandbox verdict that the front page shows before a key has been entered. Limited like GraphQL
 * without a key.
 */
export function createTryOut({ services, rateLimiter, log, stopping }: PagesHost) {
  return async (request: Request, response: Response): Promise<number> => {
    const requestId = randomUUID()
    const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
    try {
      await rateLimiter.limit('anonymous', request, undefined, headers)
      const email = emailOf(request)
      const call = new HttpCall({ id: 'anonymous', correlationId: requestId, commandId: requestId }, response)
      const result = await services.verification.verifyEmail(VISITOR, { email, debug: true, share: false }, call)
      sendResponse(response, { status: 200, headers, body: verificationResult(result), last: stopping() })
      return 200
    } catch (error) {
      const failed = errorReply(error, { operation: 'verifyEmail', requestId, log, baseUrl: services.baseUrl })
      Object.assign(headers, failed.headers)
      sendResponse(response, { status: failed.status, headers, body: failed.body, last: stopping() })
      return failed.status
    }
  }
}

function emailOf({ url }: Request): string {
  const email = new URLSearchParams(url.slice(url.indexOf('?'))).get('email')
  if (email !== null && url.includes('?') && email.length <= MAX_CHARACTERS) return email
  throw new Failure('VALIDATION_ERROR', `Send an address of at most ${MAX_CHARACTERS} characters as \`?email=…\`.`)
}
