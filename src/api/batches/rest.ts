// REST operations of uploads and batches.
import { Failure } from '../../kernel/failure.js'
import type { OpenOperation, Operation } from '../operation.js'
import { attachment } from '../rest/attachment.js'
import { traceIdOf } from '../rest/traceId.js'
import { batchResultsText, batchStatus, bulkJobStatus, CANCELLED_MESSAGES, understood } from './present.js'

export const uploadBulk: Operation<'uploadBulk'> = async (request) => {
  const { batches, caller, call, body, requestId } = request
  const { file, webhook_url, email_column, has_header, encoding } = body
  const input = {
    file,
    ...(webhook_url !== undefined && { webhookUrl: webhook_url }),
    ...(email_column !== undefined && { emailColumn: email_column }),
    ...(has_header !== undefined && { hasHeader: has_header }),
    ...(encoding !== undefined && { encoding }),
    ...(call.signal && { signal: call.signal }),
  }
  const view = await batches.uploadBulk(caller, input, call.actor)
  const { batchId, total } = view
  return {
    status: 202,
    body: {
      id: batchId,
      job_id: batchId,
      status: 'queued',
      total_emails: total,
      request_id: requestId,
      trace_id: traceIdOf(request.header('traceparent')),
      ...(webhook_url !== undefined && { webhook_url }),
      ...understood(view),
    },
  }
}

export const getBatch: Operation<'getBatch'> = async ({ batches, caller, params, baseUrl }) => ({
  status: 200,
  body: batchStatus(await batches.getBatch(caller, params.batchId), baseUrl),
})

export const cancelBatch: Operation<'cancelBatch'> = async ({ batches, caller, call, params, query }) => {
  const outcome = await batches.cancelBatch(caller, params.batchId, call.actor, query)
  return { status: 200, body: { success: true, message: CANCELLED_MESSAGES[outcome] } }
}

export const getBatchResults: Operation<'getBatchResults'> = async ({ batches, caller, call, params }) => ({
  status: 200,
  body: batchResultsText(await batches.getBatchResults(caller, params.batchId, call.signal)),
})

export const downloadBatch: OpenOperation<'downloadBatch'> = async ({ batches, caller, call, params, query }) => {
  const who = caller ? { caller } : linkOf(query)
  const options = { only: query.only, signal: call.signal }
  const { fileName, encoding, content } = await batches.downloadBatch(params.batchId, who, options)
  return {
    status: 200,
    headers: { 'Content-Type': `text/csv; charset=${encoding}`, 'Content-Disposition': attachment(fileName) },
    body: content,
  }
}

function linkOf({ expires, signature }: { readonly expires?: number; readonly signature?: string }) {
  if (expires !== undefined && signature !== undefined) return { expires, signature }
  throw new Failure(
    'MISSING_API_KEY',
    'The request has neither an API key nor a signed link. Send your API key in the header X-API-Key, or use the unmodified download_url of GET /v1/batch/{batchId}.',
  )
}

export const getBulkJob: Operation<'getBulkJob'> = async ({ batches, caller, params, baseUrl }) => ({
  status: 200,
  body: bulkJobStatus(await batches.getBatch(caller, params.jobId), baseUrl),
})
