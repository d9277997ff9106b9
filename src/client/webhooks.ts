// Webhooks for receivers: their types, and the check of their signature.
import type { AgentResult, V2VerificationResult, VerificationResult } from './contract.generated.js'
import { MailproofError } from './errors.js'

/** Data of `verification.completed`: the response to the verification. */
export type VerificationCompleted =
  | (VerificationResult & { readonly request_id: string; readonly api_version: 'v1' })
  | (V2VerificationResult & { readonly api_version: 'v2' })

/** Data of `bulk.completed`: totals of a batch that has ended. */
export interface BulkCompleted {
  readonly batch_id: string
  /** The same ID, for uploads. */
  readonly job_id?: string
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly total: number
  readonly processed: number
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
  readonly disposable: number
  readonly role: number
  readonly deliverable?: number
  readonly risky?: number
  readonly mistyped?: number
  /** Distinct addresses. */
  readonly distinct?: number
  /** Distinct people: addresses in their canonical form. */
  readonly people?: number
  readonly repeated_people?: number
  /** Rows that repeat an earlier person. */
  readonly duplicates?: number
  readonly charged: number
  readonly created_at: string
  readonly completed_at: string
  /** If mail servers are asked: the batch ends a second time when `ended_at` is set. */
  readonly mailbox?: { readonly waiting: number; readonly until?: string; readonly ended_at?: string }
  /** Of small batches, in the compact format. */
  readonly results?: readonly AgentResult[]
  readonly links: { readonly status: string; readonly results: string; readonly download?: string }
}

/** Data of `usage.limit_reached`. */
export interface UsageLimitReached {
  readonly limit: 'month'
  /** UTC month, `yyyy-mm`. */
  readonly period: string
  /** Addresses charged in the period, or reserved for unfinished batches. */
  readonly used: number
  /** Addresses that the plan allows. */
  readonly allowed: number
  /** When the quota resets, Unix seconds. */
  readonly reset: number
}

/** Data of `usage.threshold_reached`: a part of the monthly quota is used. */
export interface UsageThresholdReached extends UsageLimitReached {
  readonly percent: 50 | 70 | 90
}

/** Data of `webhook.disabled`: the service has disabled another webhook of the account. */
export interface WebhookDisabledNotice {
  readonly webhook_id: string
  readonly reason: 'gone' | 'failing' | 'backlog'
  readonly disabled_at: string
}

/** Data of `webhook.recovered`: deliveries to a webhook of the account arrive again. */
export interface WebhookRecoveredNotice {
  readonly webhook_id: string
  readonly recovered_at: string
}

/** Data of `webhook.test`, which `testWebhook` sends. */
export interface WebhookTest {
  readonly webhook_id: string
  readonly message: string
}

interface Event<Type extends string, Data> {
  readonly type: Type
  /** ISO 8601. */
  readonly timestamp: string
  readonly data: Data
}

export type WebhookPayload =
  | Event<'verification.completed', VerificationCompleted>
  | Event<'bulk.completed', BulkCompleted>
  | Event<'usage.limit_reached', UsageLimitReached>
  | Event<'usage.threshold_reached', UsageThresholdReached>
  | Event<'webhook.disabled', WebhookDisabledNotice>
  | Event<'webhook.recovered', WebhookRecoveredNotice>
  | Event<'webhook.test', WebhookTest>

/** A request as it arrived. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body before any parsing: a parsed and serialised body may differ. */
  readonly body: string | Uint8Array
}

export interface VerifyOptions {
  /** Maximum difference between the time of the attempt and now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/**
 * Checks that a webhook request was signed with the secret (Standard Webhooks 1.0.0) a short time ago, and parses it.
 * @param secret `whsec_…`; two while a secret is being rotated
 * @throws MailproofError INVALID_SIGNATURE
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw invalid('The request has no webhook-id, webhook-timestamp or webhook-signature.')
  const age = Date.now() / 1_000 - Number(timestamp)
  if (!(Math.abs(age) <= toleranceSeconds)) throw invalid('The webhook was signed too long ago, or clocks differ.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const each of [secret].flat() as string[]) {
    if (await isSigned(content, signatures, each)) return JSON.parse(text) as WebhookPayload
  }
  throw invalid('The webhook was not signed with this secret.')
}

const invalid = (message: string) => new MailproofError('INVALID_SIGNATURE', message)

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return (typeof value === 'object' ? value?.[0] : value) ?? undefined
}

/** Whether one of the signatures is by this secret; compared in constant time. */
async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const { subtle } = crypto
  const key = await subtle.importKey('raw', bytesOf(secret.replace(PREFIX, '')), algorithm, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    if (version === 'v1' && (await subtle.verify('HMAC', key, bytesOf(base64), content))) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw invalid('The secret or the signature is not base64.')
  }
}
