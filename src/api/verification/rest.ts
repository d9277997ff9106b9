// The REST operations that verify addresses.
import { sharingOf } from '../../features/verification/index.js'
import { Failure } from '../../kernel/failure.js'
import { batchAccepted } from '../batches/present.js'
import { invalid } from '../contract/problems.js'
import type { Operation } from '../operation.js'
import { traceIdOf } from '../rest/traceId.js'
import { agentResult, agentStats, checkResult, sharingHeaders, signalsResult, verificationResult } from './present.js'
import { submitBatchInput, verifyOptions } from './requests.js'

export const verifyEmail: Operation<'verifyEmail'> = async ({ verification, caller, call, body }) => {
  const { email } = body
  const { debug, share } = verifyOptions(body)
  const result = await verification.verifyEmail(caller, { email, debug, share, mailbox: body.mailbox === true }, call)
  return { status: 200, body: verificationResult(result), headers: sharingHeaders(sharingOf(caller, share)) }
}

/** X-Parent-ID values that are echoed in the response header; others are ignored. */
const PARENT_ID = /^[A-Za-z0-9._:-]{1,128}$/

export const verifyEmailSignals: Operation<'verifyEmailSignals'> = async (request) => {
  const { verification, caller, call, body, requestId, startedAt, baseUrl } = request
  const verdict = await verification.verifyEmailSignals(
    caller,
    { email: body.email, mailbox: body.mailbox === true },
    call,
  )
  const result = signalsResult(body.email, verdict, requestId, baseUrl)
  const parent = request.header('x-parent-id')
  return {
    status: 200,
    body: result,
    headers: {
      'X-API-Status': result.stability,
      'X-Trace-ID': traceIdOf(request.header('traceparent')),
      'X-Processing-Time-MS': (performance.now() - startedAt).toFixed(2),
      ...(parent !== undefined && PARENT_ID.test(parent) && { 'X-Parent-ID': parent }),
    },
  }
}

export const checkEmail: Operation<'checkEmail'> = async ({ verification, caller, call, body }) => ({
  status: 200,
  body: checkResult(await verification.verifyEmailSignals(caller, body, call)),
})

export const verifyBatch: Operation<'verifyBatch'> = async ({ verification, caller, call, body }) => {
  const { emails } = body
  const { debug, share } = verifyOptions(body)
  const { results, summary } = await verification.verifyBatch(caller, { emails, debug, share }, call)
  return {
    status: 200,
    body: { results: results.map(verificationResult), summary },
    headers: sharingHeaders(sharingOf(caller, share)),
  }
}

/** Maximum number of addresses of a synchronous call. */
const MAX_SYNC_EMAILS = 10_000

export const verifyBulkAgent: Operation<'verifyBulkAgent'> = async (request) => {
  const { verification, batches, caller, call, body, requestId } = request
  const input = submitBatchInput(body)
  const { emails, format, share, debug } = input
  const headers = sharingHeaders(sharingOf(caller, share))
  if (body.async) {
    const view = await batches.submitBatch(caller, input, call.actor)
    return { status: 202, body: batchAccepted(view), headers }
  }
  if (body.webhook_url !== undefined) throw needsAsync()
  if (emails.length > MAX_SYNC_EMAILS) throw asyncRequired(emails.length)
  const { rows, summary, ms } = await verification.verifyBulkAgent(
    caller,
    { emails, debug, share, reportContributed: format === 'full' },
    call,
  )
  const results = rows.map((row, index) => agentResult(format, index, row))
  return { status: 200, body: { id: requestId, results, stats: agentStats(summary, ms) }, headers }
}

const needsAsync = () =>
  invalid([
    {
      path: '/webhook_url',
      message: '`webhook_url` requires `async` to be true',
      keyword: 'dependentRequired',
    },
  ])

const asyncRequired = (sent: number) =>
  new Failure(
    'ASYNC_REQUIRED',
    `A synchronous call accepts at most ${MAX_SYNC_EMAILS} addresses; you sent ${sent}. Set \`async\` to true and fetch the results later.`,
    { limit: MAX_SYNC_EMAILS, sent },
  )
