import type { Operation } from '../operation.js'
import { signalsResult } from '../shapes/signalsResult.js'
import { traceIdOf } from '../trace.js'

/** Parent identifiers are mirrored into a header: only what cannot be anything but an identifier. */
const PARENT_ID = /^[A-Za-z0-9._:-]{1,128}$/

export const verifyEmailSignals: Operation<'verifyEmailSignals'> = async (request) => {
  const { verification, caller, call, body, requestId, began } = request
  const verdict = await verification.verifyEmailSignals(caller, { email: body.email }, call)
  const result = signalsResult(body.email, verdict, requestId)
  const parent = request.header('x-parent-id')
  return {
    status: 200,
    body: result,
    headers: {
      'X-API-Status': result.stability,
      'X-Trace-ID': traceIdOf(request.header('traceparent')),
      'X-Processing-Time-MS': (performance.now() - began).toFixed(2),
      ...(parent !== undefined && PARENT_ID.test(parent) && { 'X-Parent-ID': parent }),
    },
  }
}
