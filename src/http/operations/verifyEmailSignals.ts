import { newTraceId } from '../../kernel/ids.js'
import type { Operation } from '../operation.js'
import { signalsResult } from '../shapes/signalsResult.js'

/** Parent identifiers are mirrored into a header: only what cannot be anything but an identifier. */
const PARENT_ID = /^[A-Za-z0-9._:-]{1,128}$/
/** W3C Trace Context, section 3.2. */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

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
      'X-Trace-ID': TRACE_PARENT.exec(request.header('traceparent') ?? '')?.[1] ?? newTraceId(),
      'X-Processing-Time-MS': (performance.now() - began).toFixed(2),
      ...(parent !== undefined && PARENT_ID.test(parent) && { 'X-Parent-ID': parent }),
    },
  }
}
