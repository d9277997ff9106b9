import { sharingOf } from '../../features/verification/index.js'
import { Failure } from '../../kernel/failure.js'
import { batchAccepted } from '../batches/present.js'
import { invalid } from '../contract/problems.js'
import type { Operation } from '../operation.js'
import { traceIdOf } from '../rest/traceId.js'
import { agentResult, agentStats, sharingHeaders, signalsResult, verificationResult } from './present.js'

export const verifyEmail: Operation<'verifyEmail'> = async ({ verification, caller, call, body }) => {
  const { email, debug = false, share_signals: share = false } = body
  const result = await verification.verifyEmail(caller, { email, debug, share }, call)
  return { status: 200, body: verificationResult(result), headers: sharingHeaders(sharingOf(caller, share)) }
}

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

export const verifyBatch: Operation<'verifyBatch'> = async ({ verification, caller, call, body }) => {
  const { emails, debug = false, share_signals: share = false } = body
  const { results, summary } = await verification.verifyBatch(caller, { emails, debug, share }, call)
  return {
    status: 200,
    body: { results: results.map(verificationResult), summary },
    headers: sharingHeaders(sharingOf(caller, share)),
  }
}

/** Addresses that are answered at once. */
const SYNC_LIMIT = 10_000

export const verifyBulkAgent: Operation<'verifyBulkAgent'> = async (request) => {
  const { verification, batches, caller, call, body, requestId } = request
  const { emails, format = 'compact', async = false, webhook_url, share_signals: share = false, debug = false } = body
  const headers = sharingHeaders(sharingOf(caller, share))
  if (async) {
    const input = { emails, format, share, debug, ...(webhook_url !== undefined && { webhookUrl: webhook_url }) }
    const view = await batches.submitBatch(caller, input, call.actor)
    return { status: 202, body: batchAccepted(view), headers }
  }
  if (webhook_url !== undefined) throw needsAsync()
  if (emails.length > SYNC_LIMIT) throw asyncRequired(emails.length)
  const { rows, ms } = await verification.verifyBulkAgent(caller, { emails, debug, share }, call)
  const valid = rows.filter(({ verdict }) => verdict.valid).length
  const results = rows.map((row, index) => agentResult(format, index, row))
  return { status: 200, body: { id: requestId, results, stats: agentStats(rows.length, valid, ms) }, headers }
}

const needsAsync = () =>
  invalid([
    {
      path: '/webhook_url',
      message: '`webhook_url` is for results that come later: set `async` to true, or leave it out',
      keyword: 'dependentRequired',
    },
  ])

const asyncRequired = (sent: number) =>
  new Failure(
    'ASYNC_REQUIRED',
    `At most ${SYNC_LIMIT} addresses are answered at once; you sent ${sent}. Set \`async\` to true, and fetch the results later.`,
    { limit: SYNC_LIMIT, sent },
  )
