// A program on the client that @hey-api/openapi-ts generates: every kind of call, printed as JSON.
import { setTimeout as pause } from 'node:timers/promises'
import { LIST, namesIn } from './files.js'
import { createClient } from './heyApi/client/index.js'
import {
  createWebhook,
  deleteWebhook,
  downloadBatch,
  getBatch,
  getBatchResults,
  getBulkJob,
  getPoolActivity,
  getPoolLeaderboard,
  getUsage,
  listDeliveries,
  listWebhooks,
  updateWebhook,
  uploadBulk,
  verifyBulkAgent,
  verifyEmail,
} from './heyApi/index.js'

const { SERVICE_URL: baseUrl = '', API_KEY = '' } = process.env
const client = createClient({ baseUrl, headers: { 'X-API-Key': API_KEY } })

const verified = await verifyEmail({ client, body: { email: 'ada@explicit.mailproof.net' } })
const status: 'valid' | 'invalid' | 'unknown' | undefined = verified.data?.status
const malformed = await verifyEmail({ client, body: { email: 'not an address' } })

const submitted = await verifyBulkAgent({
  client,
  body: { emails: ['ada@explicit.mailproof.net', 'not an address'], async: true, format: 'full' },
})
if (!submitted.data || !('batch_id' in submitted.data)) throw new Error('no batch was accepted')
const path = { batchId: submitted.data.batch_id }
let batch = await getBatch({ client, path })
while (batch.data?.status === 'pending' || batch.data?.status === 'processing') {
  await pause(50)
  batch = await getBatch({ client, path })
}
const results = await getBatchResults({ client, path })

const refused = await verifyEmail({ client, body: { emial: 'x' } as unknown as { email: string } })
const code: string | undefined = refused.error?.error.code
const details = refused.error?.error.details

const unknownKey = await getUsage({ client, headers: { 'X-API-Key': 'mpk_mistyped' } })

const leaderboard = await getPoolLeaderboard({ client, query: { period: 'all-time', limit: 3 } })
const activity = await getPoolActivity({ client })

const file = new File([LIST], 'list.csv', { type: 'text/csv' })
const uploaded = await uploadBulk({ client, body: { file, email_column: 'address', has_header: true } })
if (!uploaded.data) throw new Error('no file was accepted')
const { job_id: jobId } = uploaded.data
let job = await getBulkJob({ client, path: { jobId } })
while (job.data?.status === 'pending' || job.data?.status === 'processing') {
  await pause(50)
  job = await getBulkJob({ client, path: { jobId } })
}
const downloaded = await downloadBatch({
  client,
  path: { batchId: jobId },
  query: { only: 'invalid' },
  parseAs: 'text',
})

const created = await createWebhook({
  client,
  body: { url: 'https://192.0.43.8/hey-api', events: ['bulk.completed'] },
})
const webhookId = created.data?.webhook.id ?? ''
const changed = await updateWebhook({ client, path: { webhookId }, body: { status: 'disabled' } })
const deliveries = await listDeliveries({ client, path: { webhookId }, query: { limit: 5 } })
const listed = await listWebhooks({ client })
const deleted = await deleteWebhook({ client, path: { webhookId } })

process.stdout.write(
  JSON.stringify({
    status,
    malformed: malformed.data?.checks?.syntax,
    batch: { status: batch.data?.status, total: batch.data?.total },
    results: results.data?.results.map((result) => ('status' in result ? result.status : result.v)),
    refused: {
      status: refused.response?.status,
      code,
      paths:
        details && 'problems' in details && Array.isArray(details.problems) && details.problems.map(({ path }) => path),
    },
    unknownKey: unknownKey.error?.error.code,
    docs: refused.error?.error.docs_url?.endsWith('/docs/errors/VALIDATION_ERROR'),
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
