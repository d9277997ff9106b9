import type { Operation } from '../operation.js'
import { traceIdOf } from '../trace.js'

export const uploadBulk: Operation<'uploadBulk'> = async (request) => {
  const { batches, caller, call, body, requestId } = request
  const { file, webhook_url, email_column, has_header } = body
  const input = {
    file,
    ...(webhook_url !== undefined && { webhookUrl: webhook_url }),
    ...(email_column !== undefined && { emailColumn: email_column }),
    ...(has_header !== undefined && { hasHeader: has_header }),
    ...(call.signal && { signal: call.signal }),
  }
  const { batchId, total } = await batches.uploadBulk(caller, input, call.actor)
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
    },
  }
}
