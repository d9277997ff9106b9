/** A day's work with the types of openapi-typescript and the client openapi-fetch. */
import { setTimeout as pause } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.js'

const { SERVICE_URL = '', NEWER_URL = '', API_KEY = '' } = process.env
const connect = (baseUrl: string, key: string) => createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } })
const api = connect(SERVICE_URL, API_KEY)
const newer = connect(NEWER_URL, API_KEY)

type Schemas = components['schemas']
interface Answer<Data> {
  readonly data?: Data
  readonly error?: Schemas['ErrorResponse']
  readonly response: Response
}

/** The data of a successful response; an error's message says what to do. */
async function ok<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await answer
  if (data === undefined) throw new Error(`${error?.error.code}: ${error?.error.message}`)
  return data
}

async function code(status: number, answer: Promise<Answer<unknown>>): Promise<string | undefined> {
  const { error, response } = await answer
  return response.status === status ? error?.error.code : `status ${response.status}`
}

async function finished(batchId: string): Promise<Schemas['BatchStatus']> {
  for (;;) {
    const batch = await ok(api.GET('/v1/batch/{batchId}', { params: { path: { batchId } } }))
    if (batch.status !== 'pending' && batch.status !== 'processing') return batch
    await pause(50)
  }
}

const emails = Array.from({ length: 2_000 }, (_, index) => `user${index}@explicit.mailproof.net`)
const email = emails[0]!

// Verify one address, and fifty.
const one = await ok(api.POST('/v1/verify', { body: { email } }))
const signals = await ok(api.POST('/v2/verify', { body: { email } }))
const fifty = await ok(api.POST('/v1/verify/batch', { body: { emails: emails.slice(0, 50) } }))

// Verify thousands in the background.
const { batch_id: batchId = '' } = await ok(api.POST('/v1/verify/bulk/agent', { body: { emails, async: true } }))
const ofBatch = { params: { path: { batchId } } }
await finished(batchId)
const { results } = await ok(api.GET('/v1/batch/{batchId}/results', ofBatch))

// Upload files, and download one with its verdicts. A file is a `string` in the types; the serializer makes a form of it.
async function upload(delimiter: string): Promise<string> {
  const file = `name${delimiter}email\nAda${delimiter}${email}\n`
  const bodySerializer = () => {
    const form = new FormData()
    form.append('file', new Blob([file], { type: 'text/csv' }), 'list.csv')
    return form
  }
  return (await ok(api.POST('/v1/bulk/upload', { body: { file }, bodySerializer }))).job_id
}
const jobs = await Promise.all([',', ';', '\t', '|'].map(upload))
const delimiters = (await Promise.all(jobs.map(finished))).map(({ file }) => file?.delimiter)
const download = await ok(
  api.GET('/v1/batch/{batchId}/download', { params: { path: { batchId: jobs[3]! } }, parseAs: 'text' }),
)

// Read usage and the pool.
const usage = await ok(api.GET('/v1/stats'))
const leaderboard = await ok(api.GET('/v1/pool/leaderboard'))
const { rank } = await ok(api.GET('/v1/pool/rank'))

// A key with nothing but a name leaves the calling key alone.
const made = await ok(api.POST('/v1/keys/generate', { body: { name: 'openapi-fetch' } }))
const { keys } = await ok(api.GET('/v1/keys'))
await ok(api.DELETE('/v1/keys/{keyId}', { params: { path: { keyId: made.key.id } } }))
const { api_key: sandboxKey } = await ok(api.POST('/v1/keys/generate', { body: { sandbox: true } }))
const sandbox = connect(SERVICE_URL, sandboxKey)

// A change of the URL alone leaves a disabled webhook disabled.
const hook = await ok(api.POST('/v1/webhooks', { body: { url: 'https://192.0.43.8/openapi-fetch' } }))
const ofHook = { params: { path: { webhookId: hook.webhook.id } } }
await ok(api.PATCH('/v1/webhooks/{webhookId}', { ...ofHook, body: { status: 'disabled' } }))
const moved = await ok(api.PATCH('/v1/webhooks/{webhookId}', { ...ofHook, body: { url: 'https://192.0.43.8/moved' } }))
// A newer service may send members and values that this client does not know.
const { webhooks } = await ok(newer.GET('/v1/webhooks'))
await ok(api.DELETE('/v1/webhooks/{webhookId}', ofHook))

// Decide by rules and lists, report an outcome, and ask as a form does.
const never: Schemas['Rule'] = {
  name: 'No trial mail',
  when: { fact: 'domain', op: 'eq', value: 'trial.example' },
  action: 'deny',
}
const { rules } = await ok(api.PUT('/v1/rules/draft', { body: { rules: [never] } }))
await ok(api.POST('/v1/rules/activate', { body: {} }))
const ofDenied = { params: { path: { listName: 'deny' } } } as const
const { domains } = await ok(api.PUT('/v1/lists/{listName}', { ...ofDenied, body: { entries: ['example.edu'] } }))
const outcomes = await ok(api.POST('/v1/outcomes', { body: { outcomes: [{ email, outcome: 'confirmed' }] } }))
const checked = await ok(api.POST('/v1/check', { body: { email } }))

// Count verdicts, read the last decision, and export everything.
const verdicts = await ok(api.GET('/v1/verdicts'))
const { decisions } = await ok(api.GET('/v1/decisions', { params: { query: { limit: 1 } } }))
const exported = await ok(api.GET('/v1/verifications', { parseAs: 'text' }))

// Errors are typed.
const free = await ok(api.POST('/v1/accounts/create', { body: { email: 'ada@example.org' } }))
const slow = Array.from({ length: 50 }, (_, index) => `slow+${index}@example.net`)
const running = await ok(sandbox.POST('/v1/verify/bulk/agent', { body: { emails: slow, async: true } }))
const ofRunning = { params: { path: { batchId: running.batch_id ?? '' } } }
const reuse = (name: string) =>
  api.POST('/v1/keys/generate', { params: { header: { 'Idempotency-Key': 'fetch' } }, body: { name } })
await ok(reuse('once'))
const { api_key: verifyOnly } = await ok(api.POST('/v1/keys/generate', { body: { scopes: ['verify'] } }))
const errors = {
  400: await code(400, api.POST('/v1/keys/generate', { body: { expires_in_days: 0 } })),
  401: await code(401, connect(SERVICE_URL, 'mpk_mistyped').GET('/v1/stats')),
  403: await code(403, connect(SERVICE_URL, verifyOnly).GET('/v1/stats')),
  404: await code(404, api.GET('/v1/batch/{batchId}', { params: { path: { batchId: 'none' } } })),
  409: await code(
    409,
    api.DELETE('/v1/batch/{batchId}', { params: { ...ofBatch.params, query: { expect: 'in_progress' } } }),
  ),
  422: await code(422, reuse('twice')),
  425: await code(425, sandbox.GET('/v1/batch/{batchId}/results', ofRunning)),
  429: await code(429, connect(SERVICE_URL, free.api_key).POST('/v1/verify/bulk/agent', { body: { emails } })),
  502: await code(502, newer.POST('/v1/verify', { body: { email: 'upstream-error@example.net' } })),
  504: await code(504, sandbox.POST('/v1/verify', { body: { email: 'upstream-timeout@example.net' } })),
}
const { response } = await api.GET('/v1/pool/stats')
const etag = response.headers.get('ETag') ?? ''
const unchanged = await api.GET('/v1/pool/stats', { params: { header: { 'If-None-Match': etag } } })
const proxied = await newer.POST('/v1/verify', { body: { email: 'proxy-error@example.net' } })

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
    key: keys.some(({ name }) => name === 'openapi-fetch'),
    webhook: [moved.url, moved.status],
    rule: [rules[0]?.name, rules[0]?.action, domains],
    outcomes: outcomes.recorded,
    checked: checked.decision,
    log: [
      typeof verdicts === 'object' && verdicts.range.counts.total > 0,
      decisions.length,
      exported.includes('"explicit.mailproof.net"'),
    ],
    unknown: webhooks[0]?.disabled_reason,
    errors,
    unchanged: unchanged.response.status === 304,
    notJson: proxied.response.status === 502 && proxied.error?.error === undefined,
  }),
)
