import { ApiError, ServiceGone } from '../api/request.js'
import type { RecognisedList } from './readList.js'

/**
 * Uploads a list over REST, because GraphQL has no files. @returns the batch's id
 * @throws ApiError, ServiceGone
 */
export async function upload({ file, column, hasHeader }: RecognisedList, key: string): Promise<string> {
  const form = new FormData()
  form.set('email_column', String(column + 1))
  form.set('has_header', String(hasHeader))
  form.set('file', file)
  const response = await fetch('/v1/bulk/upload', { method: 'POST', headers: { 'X-API-Key': key }, body: form }).catch(
    () => undefined,
  )
  const body = await response?.json().catch(() => undefined)
  if (!response || body === undefined) throw new ServiceGone('The service did not answer. The file was not accepted.')
  if (!response.ok) throw new ApiError(body.error?.code ?? '', body.error?.message ?? 'The file was not accepted.')
  return body.id
}
