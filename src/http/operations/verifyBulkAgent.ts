import { sharingOf } from '../../features/verification/index.js'
import { Failure } from '../../kernel/failure.js'
import { invalid } from '../contract/problems.js'
import type { Operation } from '../operation.js'
import { agentResult, agentStats } from '../shapes/agentResult.js'
import { batchAccepted } from '../shapes/batch.js'
import { sharingHeaders } from '../shapes/sharing.js'

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
