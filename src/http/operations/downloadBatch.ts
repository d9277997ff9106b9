import { Failure } from '../../kernel/failure.js'
import { attachment } from '../attachment.js'
import type { OpenOperation } from '../operation.js'

export const downloadBatch: OpenOperation<'downloadBatch'> = async ({ batches, caller, params, query }) => {
  const { fileName, content } = await batches.downloadBatch(params.batchId, caller ? { caller } : linkOf(query))
  return {
    status: 200,
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': attachment(fileName) },
    body: content,
  }
}

function linkOf({ expires, signature }: { readonly expires?: number; readonly signature?: string }) {
  if (expires !== undefined && signature !== undefined) return { expires, signature }
  throw new Failure(
    'MISSING_API_KEY',
    'Send your API key in the header X-API-Key, or use the download_url of GET /v1/batch/{batchId} as it is.',
  )
}
