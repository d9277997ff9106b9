import { setTimeout as pause } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import { LIST, namesIn } from './files.js'
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
const error: components['schemas']['ErrorResponse'] | undefined = refused.error
const code: string | undefined = error?.error.code
const { details } = (error as components['schemas']['ErrorResponse']).error

// Query parameters have the types of the contract, and their defaults may be left out.
const leaderboard = await api.GET('/v1/pool/leaderboard', { params: { query: { period: 'all-time', limit: 3 } } })
const activity = await api.GET('/v1/pool/activity')

// A file is a `string` in the generated types; the serializer makes a form of it.
const uploaded = await api.POST('/v1/bulk/upload', {
  body: { file: LIST, email_column: 'address', has_header: true },
  bodySerializer({ file, ...fields }) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('file', new Blob([file], { type: 'text/csv' }), 'list.csv')
    return form
  },
})
if (!uploaded.data) throw new Error('no file was accepted')
const { job_id: jobId } = uploaded.data
const readJob = () => api.GET('/v1/bulk/{jobId}', { params: { path: { jobId } } })
let job = await readJob()
while (job.data?.status === 'pending' || job.data?.status === 'processing') {
  await pause(50)
  job = await readJob()
}
const downloaded = await api.GET('/v1/batch/{batchId}/download', {
  params: { path: { batchId: jobId }, query: { only: 'invalid' } },
  parseAs: 'text',
})

const created = await api.POST('/v1/webhooks', {
  body: { url: 'https://192.0.43.8/openapi-fetch', events: ['bulk.completed'] },
})
const webhookId = created.data?.webhook.id ?? ''
const ofWebhook = { params: { path: { webhookId } } }
const changed = await api.PATCH('/v1/webhooks/{webhookId}', { ...ofWebhook, body: { status: 'disabled' } })
const deliveries = await api.GET('/v1/webhooks/{webhookId}/deliveries', {
  params: { path: { webhookId }, query: { limit: 5 } },
})
const listed = await api.GET('/v1/webhooks')
const deleted = await api.DELETE('/v1/webhooks/{webhookId}', ofWebhook)

process.stdout.write(
  JSON.stringify({
    status,
    malformed: malformed.data?.checks?.syntax,
    batch: { status: batch.data?.status, total: batch.data?.total },
    // A full result is also a compact one.
    results: results.data?.results.map((result) => ('status' in result ? result.status : result.v)),
    refused: { status: refused.response.status, code, paths: details?.problems?.map(({ path }) => path) },
    docs: error?.error.docs_url?.endsWith('/docs/errors/VALIDATION_ERROR'),
    leaderboard: { period: leaderboard.data?.period, isList: Array.isArray(leaderboard.data?.contributors) },
    activity: activity.data?.success,
    upload: { total: uploaded.data.total_emails, column: job.data?.file?.email_column.name, status: job.data?.status },
    invalid: namesIn(downloaded.data ?? ''),
    webhook: {
      events: created.data?.webhook.events,
      status: changed.data?.status,
      deliveries: deliveries.data?.deliveries.length,
      isListed: listed.data?.webhooks.some(({ id }) => id === webhookId),
      isDeleted: deleted.data?.success,
    },
  }),
)
