import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from './heyApi/client/index.js'
import { getBatch, getBatchResults, getUsage, verifyBulkAgent, verifyEmail } from './heyApi/index.js'

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

const stranger = await getUsage({ client, headers: { 'X-API-Key': 'mpk_mistyped' } })

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
    stranger: stranger.error?.error.code,
  }),
)
