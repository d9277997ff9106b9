import { ApiError, ServiceGone } from '../api/request.js'
import type { RecognisedList } from './readList.js'

const UNKNOWN_OUTCOME =
  'The service did not answer, so it may or may not have accepted the list. Send it again: it will be verified only once.'

/**
 * Uploads a list over REST, because GraphQL has no files. @returns the batch's id
 * @throws ApiError, ServiceGone
 */
export async function upload({ file, chosen, requestId }: RecognisedList, key: string): Promise<string> {
  const form = new FormData()
  if (chosen.column !== undefined) form.set('email_column', String(chosen.column + 1))
  if (chosen.hasHeader !== undefined) form.set('has_header', String(chosen.hasHeader))
  form.set('file', file)
  const headers = { 'X-API-Key': key, 'Idempotency-Key': requestId }
  const response = await fetch('/v1/bulk/upload', { method: 'POST', headers, body: form }).catch(() => undefined)
  const body = await response?.json().catch(() => undefined)
  if (!response || body === undefined) throw new ServiceGone(UNKNOWN_OUTCOME)
  if (!response.ok) throw new ApiError(body.error?.code ?? '', body.error?.message ?? 'The file was not accepted.')
  return body.id
}
