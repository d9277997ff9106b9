import { sendRest } from '../api/request.js'
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
  const request = { method: 'POST', headers: { 'Idempotency-Key': requestId }, body: form }
  return (await sendRest<{ id: string }>('/v1/bulk/upload', request, key, UNKNOWN_OUTCOME)).id
}
