// Verifies the address in the front page's box.

import type { Request, Response } from 'express'
import { errorReply } from '../api/errors.js'
import { requireScope } from '../api/permission.js'
import { HttpCall } from '../api/rest/httpCall.js'
import { explanation } from '../api/verification/explanation.js'
import type { Caller } from '../features/accounts/index.js'
import type { ExplainedEmail } from '../features/verification/index.js'
import { readJsonBody } from '../httpMessages/jsonBody.js'
import { CALLER_GONE } from '../httpMessages/requestMetrics.js'
import { type Headers, sendResponse } from '../httpMessages/send.js'
import { Failure } from '../kernel/failure.js'
import { newId } from '../kernel/ids.js'
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

/** As `POST /v1/verify`. */
const NEEDS = { scope: 'verify', publishable: false } as const

/** Longer texts are no addresses (RFC 5321 section 4.5.3.1). */
const MAX_CHARACTERS = 1_000
/** Enough for that many characters, each escaped. */
const MAX_BODY_BYTES = 16_384

/**
 * `POST /try` with `{"email"}`: what `mailproof verify` shows about an address, for the box on the front page. With a key
 * it is a verification of that account, with the limits of `POST /v1/verify`; without one, a sandbox verdict that is
 * limited like GraphQL without a key.
 */
export function createTryOut({ services, auth, rateLimiter, log, stopping }: PagesHost) {
  return async (request: Request, response: Response): Promise<number> => {
    const requestId = newId()
    const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
    let caller: Caller | undefined
    let begun = false
    try {
      caller = await auth.authenticateIfPresent(request, headers)
      if (caller) requireScope(caller, NEEDS)
      await rateLimiter.limit(caller ? 'verify' : 'anonymous', request, caller, headers)
      const email = emailIn(await readJsonBody(request, { limit: MAX_BODY_BYTES, account: caller?.account }))
      const actor = { id: caller?.account ?? 'anonymous', correlationId: requestId, commandId: requestId }
      const call = new HttpCall(actor, response)
      begun = caller !== undefined
      const explained = await services.verification.explainEmail(caller ?? VISITOR, { email }, call)
      sendResponse(response, { status: 200, headers, body: presented(explained), last: stopping() })
      return 200
    } catch (error) {
      if (response.destroyed) return CALLER_GONE
      const { baseUrl } = services
      const failed = errorReply(error, { operation: 'verifyEmail', requestId, log, baseUrl, plan: caller?.plan, begun })
      Object.assign(headers, failed.headers)
      sendResponse(response, { status: failed.status, headers, body: failed.body, last: stopping() })
      return failed.status
    }
  }
}

/** The explanation, with the documentation page of each reason and the steps of the verification. */
const presented = (explained: ExplainedEmail) => ({
  ...explanation(explained),
  reasons: explained.v2.reasons.map(({ code, sentence, slug }) => ({ code, message: sentence, docs_slug: slug })),
  steps: explained.steps,
})

function emailIn(body: unknown): string {
  const { email } = (typeof body === 'object' && body !== null ? body : {}) as { readonly email?: unknown }
  if (typeof email === 'string' && email.length <= MAX_CHARACTERS) return email
  throw new Failure('VALIDATION_ERROR', `Send an address of at most ${MAX_CHARACTERS} characters as {"email": "…"}.`)
}
