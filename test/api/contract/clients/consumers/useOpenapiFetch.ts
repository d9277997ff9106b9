import { setTimeout as pause } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.js'

const { SERVICE_URL: baseUrl = '', API_KEY = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': API_KEY } })

// Only required fields: the service fills in the others.
const verified = await api.POST('/v1/verify', { body: { email: 'ada@explicit.mailproof.net' } })
const status: 'valid' | 'invalid' | 'unknown' | undefined = verified.data?.status

const malformed = await api.POST('/v1/verify', { body: { email: 'not an address' } })

const submitted = await api.POST('/v1/verify/bulk/agent', {
  body: { emails: ['ada@explicit.mailproof.net', 'not an address'], async: true, format: 'full' },
})
if (!submitted.data || !('batch_id' in submitted.data)) throw new Error('no batch was accepted')
const params = { path: { batchId: submitted.data.batch_id } }
const read = () => api.GET('/v1/batch/{batchId}', { params })
let batch = await read()
while (batch.data?.status === 'pending' || batch.data?.status === 'processing') {
  await pause(50)
  batch = await read()
}
const results = await api.GET('/v1/batch/{batchId}/results', { params })

const refused = await api.POST('/v1/verify', { body: { emial: 'x' } as unknown as { email: string } })
const error: components['schemas']['Error'] | components['schemas']['RateLimitError'] | undefined = refused.error
const code: string | undefined = error?.error.code
const { details } = (error as components['schemas']['Error']).error

process.stdout.write(
  JSON.stringify({
    status,
    malformed: malformed.data?.checks?.syntax,
    batch: { status: batch.data?.status, total: batch.data?.total },
    // A full result is also a compact one.
    results: results.data?.results.map((result) => ('status' in result ? result.status : result.v)),
    refused: { status: refused.response.status, code, paths: details?.problems?.map(({ path }) => path) },
  }),
)
