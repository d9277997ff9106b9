// Every operation as its client knows it: method, paths, limits, and a valid call.
import { csvForm } from '../callers/multipart.js'

/** A client's view of an operation, written by hand from the specification and surface.md. */
export interface ClientView {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Every form of its path; `{name}` is a parameter. */
  readonly paths: readonly [string, ...string[]]
  /** The methods that its path allows. */
  readonly allow: string
  readonly keyed: boolean
  /** The window of its rate limit. */
  readonly limit?: 'minute' | 'hour'
  /** The prefix of its rate-limit headers, if not the usual one. */
  readonly family?: 'x-agent-ratelimit'
  /** A valid body, as JSON. */
  readonly body?: object
  /** Maximum size of the body in bytes. */
  readonly bodyLimit?: number
  /** A valid form. */
  readonly form?: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }
  /** Values of its path parameters that exist, or might. */
  readonly params?: { readonly [name: string]: string }
  /** The status of a valid call. */
  readonly success: 200 | 201 | 202
  /** Whether the named resource does not exist, so that the call above is 404. */
  readonly missing?: true
  /** Whether an account that has just been created is in no state for the call above, so that it is 409. */
  readonly conflict?: true
}

const both = (path: string, ...others: string[]): [string, ...string[]] => [path, `/api${path}`, ...others]

const READ = { method: 'GET', allow: 'GET, HEAD, OPTIONS', success: 200 } as const
const CHANGE = { keyed: true, limit: 'minute', success: 200 } as const
const BATCH = { params: { batchId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4' }, missing: true } as const
const BACKTEST = { params: { backtestId: '7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d' }, missing: true } as const
const WEBHOOK = {
  params: { webhookId: 'wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091', deliveryId: '0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b' },
  missing: true,
} as const
const VERIFY = { method: 'POST', allow: 'POST, OPTIONS', keyed: true, limit: 'minute', success: 200 } as const

export const OPERATIONS = {
  verifyEmail: { ...VERIFY, paths: both('/v1/verify'), body: { email: 'ada@explicit.mailproof.net' } },
  verifyEmailSignals: { ...VERIFY, paths: both('/v2/verify'), body: { email: 'ada@explicit.mailproof.net' } },
  checkEmail: { ...VERIFY, paths: both('/v1/check'), body: { email: 'ada@explicit.mailproof.net' } },
  verifyBatch: { ...VERIFY, paths: both('/v1/verify/batch'), body: { emails: ['ada@explicit.mailproof.net'] } },
  verifyBulk: { ...VERIFY, paths: both('/v1/verify/bulk'), body: { emails: ['ada@explicit.mailproof.net'] } },
  verifyBulkAgent: {
    ...VERIFY,
    paths: both('/v1/verify/bulk/agent'),
    body: { emails: ['ada@explicit.mailproof.net'] },
    bodyLimit: 16_777_216,
    family: 'x-agent-ratelimit',
  },
  uploadBulk: {
    ...VERIFY,
    paths: both('/v1/bulk/upload'),
    form: csvForm('email\nada@explicit.mailproof.net\n'),
    success: 202,
  },
  getBulkJob: {
    ...READ,
    ...BATCH,
    keyed: true,
    paths: both('/v1/bulk/{jobId}'),
    params: { jobId: BATCH.params.batchId },
  },
  getBatch: { ...READ, ...BATCH, keyed: true, allow: 'GET, HEAD, DELETE, OPTIONS', paths: both('/v1/batch/{batchId}') },
  cancelBatch: {
    ...CHANGE,
    ...BATCH,
    method: 'DELETE',
    allow: 'GET, HEAD, DELETE, OPTIONS',
    paths: both('/v1/batch/{batchId}'),
  },
  getBatchResults: { ...READ, ...BATCH, keyed: true, paths: both('/v1/batch/{batchId}/results') },
  downloadBatch: { ...READ, ...BATCH, keyed: true, paths: both('/v1/batch/{batchId}/download') },
  createWebhook: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, GET, HEAD, OPTIONS',
    paths: both('/v1/webhooks'),
    body: { url: 'https://192.0.43.8/hooks', events: ['usage.limit_reached'] },
    success: 201,
  },
  listWebhooks: { ...READ, keyed: true, allow: 'POST, GET, HEAD, OPTIONS', paths: both('/v1/webhooks') },
  getSigningSecret: { ...READ, keyed: true, paths: both('/v1/webhooks/signing-secret') },
  getWebhook: {
    ...READ,
    ...WEBHOOK,
    keyed: true,
    allow: 'GET, HEAD, PATCH, DELETE, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}'),
  },
  updateWebhook: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'PATCH',
    allow: 'GET, HEAD, PATCH, DELETE, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}'),
    body: { status: 'disabled' },
  },
  deleteWebhook: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'DELETE',
    allow: 'GET, HEAD, PATCH, DELETE, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}'),
  },
  rotateWebhookSecret: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}/rotate-secret'),
  },
  testWebhook: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}/test'),
    success: 202,
  },
  listDeliveries: { ...READ, ...WEBHOOK, keyed: true, paths: both('/v1/webhooks/{webhookId}/deliveries') },
  resendDelivery: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend'),
    success: 202,
  },
  replayDeliveries: {
    ...CHANGE,
    ...WEBHOOK,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/webhooks/{webhookId}/replay'),
    body: { since: '2026-11-21' },
    success: 202,
  },
  createAccount: {
    method: 'POST',
    allow: 'POST, OPTIONS',
    keyed: false,
    limit: 'hour',
    success: 201,
    paths: both('/v1/accounts/create'),
    body: { email: 'ada@example.org', name: 'Ada' },
  },
  getAccount: { ...READ, keyed: true, allow: 'GET, HEAD, PATCH, OPTIONS', paths: both('/v1/accounts/me') },
  updateAccount: {
    ...CHANGE,
    method: 'PATCH',
    allow: 'GET, HEAD, PATCH, OPTIONS',
    paths: both('/v1/accounts/me'),
    body: { keep_addresses_days: 30 },
  },
  requestConfirmation: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/accounts/me/confirmation'),
    success: 202,
  },
  generateKey: {
    method: 'POST',
    allow: 'POST, OPTIONS',
    keyed: true,
    limit: 'minute',
    success: 201,
    paths: both('/v1/keys/generate'),
    body: { name: 'another' },
  },
  listKeys: { ...READ, keyed: true, paths: both('/v1/keys') },
  revokeKey: {
    method: 'DELETE',
    allow: 'DELETE, OPTIONS',
    keyed: true,
    limit: 'minute',
    success: 200,
    paths: both('/v1/keys/{keyId}'),
    params: { keyId: '019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b' },
    missing: true,
  },
  listAuditEntries: { ...READ, keyed: true, paths: both('/v1/audit') },
  getUsage: { ...READ, keyed: true, paths: both('/v1/stats') },
  getVerdicts: { ...READ, keyed: true, paths: both('/v1/verdicts') },
  listDecisions: { ...READ, keyed: true, paths: both('/v1/decisions') },
  exportVerifications: { ...READ, keyed: true, paths: both('/v1/verifications') },
  recordOutcomes: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/outcomes'),
    body: { outcomes: [{ email: 'ada@explicit.mailproof.net', outcome: 'confirmed' }] },
    bodyLimit: 1_048_576,
  },
  recordSenderEvents: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/outcomes/from/{sender}'),
    params: { sender: 'postmark' },
    body: { RecordType: 'Delivery', Recipient: 'ada@explicit.mailproof.net', DeliveredAt: '2026-11-21T09:30:00Z' },
    bodyLimit: 1_048_576,
  },
  getOutcomeQuality: { ...READ, keyed: true, paths: both('/v1/outcomes/quality') },
  searchDecisions: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/decisions/search'),
    body: { email: 'ada@explicit.mailproof.net' },
  },
  getRules: { ...READ, keyed: true, paths: both('/v1/rules') },
  putRulesDraft: {
    ...CHANGE,
    method: 'PUT',
    allow: 'PUT, OPTIONS',
    paths: both('/v1/rules/draft'),
    body: { rules: [{ when: { fact: 'domain', op: 'under', value: 'example.com' }, action: 'allow' }] },
  },
  activateRules: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/rules/activate'),
    body: { live_version: 1 },
    conflict: true,
  },
  rollbackRules: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, OPTIONS',
    paths: both('/v1/rules/rollback'),
    body: { version: 0 },
  },
  listRulesVersions: { ...READ, keyed: true, paths: both('/v1/rules/versions') },
  getRulesVersion: {
    ...READ,
    keyed: true,
    paths: both('/v1/rules/versions/{rulesVersion}'),
    params: { rulesVersion: '1' },
    missing: true,
  },
  compareRules: { ...READ, keyed: true, paths: both('/v1/rules/comparison') },
  createBacktest: {
    ...CHANGE,
    method: 'POST',
    allow: 'POST, GET, HEAD, OPTIONS',
    paths: both('/v1/rules/backtests'),
    body: { rules: 'live' },
    success: 202,
  },
  listBacktests: {
    ...READ,
    keyed: true,
    allow: 'POST, GET, HEAD, OPTIONS',
    paths: both('/v1/rules/backtests'),
  },
  getBacktest: {
    ...READ,
    keyed: true,
    allow: 'GET, HEAD, DELETE, OPTIONS',
    paths: both('/v1/rules/backtests/{backtestId}'),
    ...BACKTEST,
  },
  cancelBacktest: {
    ...CHANGE,
    method: 'DELETE',
    allow: 'GET, HEAD, DELETE, OPTIONS',
    paths: both('/v1/rules/backtests/{backtestId}'),
    ...BACKTEST,
  },
  getList: {
    ...READ,
    keyed: true,
    allow: 'GET, HEAD, PUT, OPTIONS',
    paths: both('/v1/lists/{listName}'),
    params: { listName: 'deny' },
  },
  putList: {
    ...CHANGE,
    method: 'PUT',
    allow: 'GET, HEAD, PUT, OPTIONS',
    paths: both('/v1/lists/{listName}'),
    params: { listName: 'deny' },
    body: { entries: ['example.com', 'mallory@example.org'] },
    bodyLimit: 16_777_216,
  },
  getPoolStats: { ...READ, keyed: false, paths: both('/v1/pool/stats') },
  getPoolLeaderboard: { ...READ, keyed: false, paths: both('/v1/pool/leaderboard') },
  getPoolActivity: { ...READ, keyed: false, paths: both('/v1/pool/activity') },
  getPoolContributions: { ...READ, keyed: true, paths: both('/v1/pool/contributions') },
  getPoolRank: { ...READ, keyed: true, paths: both('/v1/pool/rank') },
  getPoolLevels: { ...READ, keyed: true, paths: both('/v1/pool/levels') },
  getPoolHistory: { ...READ, keyed: true, paths: both('/v1/pool/history') },
  getPricing: { ...READ, keyed: false, paths: both('/v1/pricing') },
  getHealth: { ...READ, keyed: false, paths: both('/v1/health', '/health', '/api/health') },
  getLiveness: { ...READ, keyed: false, paths: ['/health/live'] },
  getReadiness: { ...READ, keyed: false, paths: ['/health/ready'] },
  getOpenapi: { ...READ, keyed: false, paths: both('/v1/openapi.json', '/openapi.json', '/api/openapi.json') },
  getDiagnosticModules: { ...READ, keyed: true, paths: both('/v1/diagnostic/modules') },
  listReasons: { ...READ, keyed: false, paths: ['/docs/reasons'] },
  getReason: { ...READ, keyed: false, paths: ['/docs/reasons/{slug}'], params: { slug: 'deliverable' } },
} as const satisfies { readonly [operation: string]: ClientView }

export type OperationName = keyof typeof OPERATIONS

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[]

export const viewOf = (operation: OperationName): ClientView => OPERATIONS[operation]

/** Body and headers of a valid call of an operation. */
export function sampleOf(operation: OperationName): { body?: object; headers?: Readonly<Record<string, string>> } {
  const { body, form } = viewOf(operation)
  return form ?? (body ? { body } : {})
}

/** The status of that call. */
export const expectedOf = (operation: OperationName): number => {
  const { missing, conflict, success } = viewOf(operation)
  return missing ? 404 : conflict ? 409 : success
}

/** One form of an operation's path with its parameters filled in. */
export function pathOf(
  operation: OperationName,
  { params, form = 0 }: { params?: { readonly [name: string]: string }; form?: number } = {},
): string {
  const { paths, params: samples } = viewOf(operation)
  return paths[form]!.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...samples, ...params })[name]!)
}
