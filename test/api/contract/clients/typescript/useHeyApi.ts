/** A day's work with the client of @hey-api/openapi-ts. */
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from './heyApi/client/index.js'
import {
  activateRules,
  type BatchStatus,
  cancelBatch,
  checkEmail,
  createAccount,
  createWebhook,
  deleteWebhook,
  downloadBatch,
  type ErrorResponse,
  exportVerifications,
  generateKey,
  getBatch,
  getBatchResults,
  getPoolLeaderboard,
  getPoolRank,
  getPoolStats,
  getUsage,
  getVerdicts,
  listDecisions,
  listKeys,
  listWebhooks,
  putList,
  putRulesDraft,
  type Rule,
  type RuleCondition,
  recordOutcomes,
  revokeKey,
  updateWebhook,
  uploadBulk,
  verifyBatch,
  verifyBulkAgent,
  verifyEmail,
  verifyEmailSignals,
} from './heyApi/index.js'

const { SERVICE_URL = '', NEWER_URL = '', API_KEY = '' } = process.env
const connect = (baseUrl: string, key: string) => createClient({ baseUrl, headers: { 'X-API-Key': key } })
const client = connect(SERVICE_URL, API_KEY)
const newer = connect(NEWER_URL, API_KEY)

interface Answer<Data> {
  readonly data: Data | undefined
  readonly error?: ErrorResponse | undefined
  readonly response?: Response | undefined
}

/** The data of a successful response; an error's message says what to do. */
async function ok<Data>(answer: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error } = await answer
  if (data === undefined || data === null) throw new Error(`${error?.error.code}: ${error?.error.message}`)
  return data
}

async function code(status: number, answer: Promise<Answer<unknown>>): Promise<string | undefined> {
  const { error, response } = await answer
  return response?.status === status ? error?.error.code : `status ${response?.status}`
}

async function finished(batchId: string): Promise<BatchStatus> {
  for (;;) {
    const batch = await ok(getBatch({ client, path: { batchId } }))
    if (batch.status !== 'pending' && batch.status !== 'processing') return batch
    await pause(50)
  }
}

const emails = Array.from({ length: 2_000 }, (_, index) => `user${index}@explicit.mailproof.net`)
const email = emails[0]!

// Verify one address, and fifty.
const one = await ok(verifyEmail({ client, body: { email } }))
const signals = await ok(verifyEmailSignals({ client, body: { email } }))
const fifty = await ok(verifyBatch({ client, body: { emails: emails.slice(0, 50) } }))

// Verify thousands in the background.
const { batch_id: batchId = '' } = await ok(verifyBulkAgent({ client, body: { emails, async: true } }))
await finished(batchId)
const { results } = await ok(getBatchResults({ client, path: { batchId } }))

// Upload files, and download one with its verdicts.
async function upload(delimiter: string): Promise<string> {
  const file = new File([`name${delimiter}email\nAda${delimiter}${email}\n`], 'list.csv', { type: 'text/csv' })
  return (await ok(uploadBulk({ client, body: { file } }))).job_id
}
const jobs = await Promise.all([',', ';', '\t', '|'].map(upload))
const delimiters = (await Promise.all(jobs.map(finished))).map(({ file }) => file?.delimiter)
const download = await (await ok(downloadBatch({ client, path: { batchId: jobs[3]! }, parseAs: 'blob' }))).text()

// Read usage and the pool.
const usage = await ok(getUsage({ client }))
const leaderboard = await ok(getPoolLeaderboard({ client }))
const { rank } = await ok(getPoolRank({ client }))

// A key with nothing but a name leaves the calling key alone.
const made = await ok(generateKey({ client, body: { name: 'hey-api' } }))
const { keys } = await ok(listKeys({ client }))
await ok(revokeKey({ client, path: { keyId: made.key.id } }))
const sandbox = connect(SERVICE_URL, (await ok(generateKey({ client, body: { sandbox: true } }))).api_key)

// A change of the URL alone leaves a disabled webhook disabled.
const { webhook } = await ok(createWebhook({ client, body: { url: 'https://192.0.43.8/hey-api' } }))
const ofHook = { client, path: { webhookId: webhook.id } }
await ok(updateWebhook({ ...ofHook, body: { status: 'disabled' } }))
const moved = await ok(updateWebhook({ ...ofHook, body: { url: 'https://192.0.43.8/moved' } }))
// A newer service may send members and values that this client does not know.
const { webhooks } = await ok(listWebhooks({ client: newer }))
await ok(deleteWebhook(ofHook))

// Decide by rules and lists, report an outcome, and ask as a form does.
const when: RuleCondition = { fact: 'domain', op: 'eq', value: 'trial.example' }
const never: Rule = { name: 'No trial mail', when, action: 'deny' }
const { rules } = await ok(putRulesDraft({ client, body: { rules: [never] } }))
await ok(activateRules({ client, body: {} }))
const { domains } = await ok(putList({ client, path: { listName: 'deny' }, body: { entries: ['example.edu'] } }))
const outcomes = await ok(recordOutcomes({ client, body: { outcomes: [{ email, outcome: 'confirmed' }] } }))
const checked = await ok(checkEmail({ client, body: { email } }))

// Count verdicts, read the last decision, and export everything.
const verdicts = await ok(getVerdicts({ client }))
const { decisions } = await ok(listDecisions({ client, query: { limit: 1 } }))
const exported = await (await ok(exportVerifications({ client, parseAs: 'blob' }))).text()

// Errors are typed.
const free = connect(SERVICE_URL, (await ok(createAccount({ client, body: { email: 'ada@example.org' } }))).api_key)
const slow = Array.from({ length: 50 }, (_, index) => `slow+${index}@example.net`)
const running = await ok(verifyBulkAgent({ client: sandbox, body: { emails: slow, async: true } }))
const reuse = (name: string) => generateKey({ client, headers: { 'Idempotency-Key': 'hey' }, body: { name } })
await ok(reuse('once'))
const { api_key: verifyOnly } = await ok(generateKey({ client, body: { scopes: ['verify'] } }))
const errors = {
  400: await code(400, generateKey({ client, body: { expires_in_days: 0 } })),
  401: await code(401, getUsage({ client: connect(SERVICE_URL, 'mpk_mistyped') })),
  403: await code(403, getUsage({ client: connect(SERVICE_URL, verifyOnly) })),
  404: await code(404, getBatch({ client, path: { batchId: 'none' } })),
  409: await code(409, cancelBatch({ client, path: { batchId }, query: { expect: 'in_progress' } })),
  422: await code(422, reuse('twice')),
  425: await code(425, getBatchResults({ client: sandbox, path: { batchId: running.batch_id ?? '' } })),
  429: await code(429, verifyBulkAgent({ client: free, body: { emails } })),
  502: await code(502, verifyEmail({ client: newer, body: { email: 'upstream-error@example.net' } })),
  504: await code(504, verifyEmail({ client: sandbox, body: { email: 'upstream-timeout@example.net' } })),
}
const { response } = await getPoolStats({ client })
const etag = response?.headers.get('ETag') ?? ''
const unchanged = await getPoolStats({ client, headers: { 'If-None-Match': etag } })
const proxied = await verifyEmail({ client: newer, body: { email: 'proxy-error@example.net' } })

process.stdout.write(
  JSON.stringify({
    status: one.status,
    decision: signals.default_decision,
    fifty: fifty.summary.valid,
    accepted: results.filter(({ v }) => v === 1).length,
    delimiters,
    download: download.split('\n')[1]?.startsWith(`Ada|${email}|valid|`),
    isUsed: usage.current_month.verifications > 0,
    pool: [leaderboard.period, rank],
    key: keys.some(({ name }) => name === 'hey-api'),
    webhook: [moved.url, moved.status],
    rule: [rules[0]?.name, rules[0]?.action, domains],
    outcomes: outcomes.recorded,
    checked: checked.decision,
    log: [
      !(verdicts instanceof Blob) && verdicts.range.counts.total > 0,
      decisions.length,
      exported.includes('"explicit.mailproof.net"'),
    ],
    unknown: webhooks[0]?.disabled_reason,
    errors,
    unchanged: unchanged.response?.status === 304,
    notJson: proxied.response?.status === 502 && proxied.error?.error === undefined,
  }),
)
