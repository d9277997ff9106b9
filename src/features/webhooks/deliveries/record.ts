// The record of one delivery, and how attempts change it.
import type { Answered, Unanswered } from '../../../kernel/ports/outbound.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { DisabledReason, WebhookEventKind } from '../events.js'
import { nextAttemptAt } from '../sending/schedule.js'

/** The kind of event that a delivery reports. */
export type DeliveryEvent = WebhookEventKind | typeof TEST_EVENT

/** The kind of event that testWebhook sends. */
export const TEST_EVENT = 'webhook.test'

/** Why a delivery was abandoned. */
export type Unsent = 'deleted' | DisabledReason | 'unreadable'

export type Attempt = {
  /** When the attempt began, ISO 8601. */
  readonly at: string
  readonly statusCode: number | null
  readonly durationMs: number
  /** The beginning of the response, or why there was none. Sealed, because it may repeat what was sent. */
  readonly response: string | null
  /** Where a redirect pointed to, which was not followed. Sealed. Absent from all other attempts. */
  readonly location?: string
  /** null if something was sent. */
  readonly unsent: Unsent | null
}

/** The delivery of one body to one endpoint. An operational record, not in the log, deleted when it expires. */
export type DeliveryRecord = {
  readonly owner: string
  readonly endpoint: string
  /** The job that supplied the URL; null for a webhook. */
  readonly job: {
    /** Sealed. */
    readonly url: string
    readonly sandbox: boolean
  } | null
  readonly event: DeliveryEvent
  /** Id of the body, shared by all deliveries of one event. */
  readonly content: string
  readonly status: 'pending' | 'delivered' | 'failed'
  /** When the next attempt is due, milliseconds since the epoch; absent, and so not in the index, unless pending. */
  readonly nextAt?: number
  /** The most recent attempts, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Attempts since it was created or last resent: its step in the retry schedule. */
  readonly step: number
  /** Number of commands that resent it. */
  readonly resends: number
  /** Id of the last of these commands. */
  readonly resentBy: string | null
  readonly createdAt: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** How many days deliveries and their bodies are kept, unless the operator decides otherwise. */
export const DELIVERIES_DAYS = 30
/** Attempts kept per delivery. */
const MAX_ATTEMPTS = 20

export type Draft = Pick<DeliveryRecord, 'owner' | 'endpoint' | 'job' | 'event' | 'content' | 'createdAt'>

/** A new delivery, due immediately. @param days for which it is kept after its event */
export const newRecord = (draft: Draft, now: number, days = DELIVERIES_DAYS): DeliveryRecord => ({
  ...draft,
  status: 'pending',
  nextAt: now,
  attempts: [],
  step: 0,
  resends: 0,
  resentBy: null,
  expiresAt: expiryOf(draft, days),
})

export const expiryOf = ({ createdAt }: Pick<Draft, 'createdAt'>, days: number): number =>
  Date.parse(createdAt) + days * DAY_MS

const withAttempt = (record: DeliveryRecord, attempt: Attempt): DeliveryRecord => ({
  ...record,
  attempts: [...record.attempts, attempt].slice(-MAX_ATTEMPTS),
})

function ended({ nextAt, ...record }: DeliveryRecord, status: 'delivered' | 'failed'): DeliveryRecord {
  return { ...record, status }
}

export const isSuccess = (answer: Answered | Unanswered): boolean =>
  answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300

/** The target declares itself permanently gone (RFC 9110 section 15.5.11). */
export const isGone = (answer: Answered | Unanswered): boolean => answer.outcome === 'answered' && answer.status === 410

export interface AttemptOutcome {
  readonly answer: Answered | Unanswered
  readonly attempt: Attempt
  /** When the attempt ended, milliseconds since the epoch. */
  readonly now: number
  /** Random number from 0 to 1, for the jitter of the next attempt. */
  readonly chance: number
}

/**
 * The record after an attempt; undefined if another run has already recorded the same attempt.
 * @param before the record when the attempt began
 */
export function applyAttempt(
  record: DeliveryRecord,
  before: DeliveryRecord,
  { answer, attempt, now, chance }: AttemptOutcome,
): DeliveryRecord | undefined {
  const resent = record.resends !== before.resends
  if (!resent && record.step !== before.step) return undefined
  const noted = withAttempt(record, attempt)
  // It was resent during the attempt, so an attempt is still due.
  if (resent) return noted
  const step = record.step + 1
  if (isSuccess(answer)) return ended({ ...noted, step }, 'delivered')
  if (record.status !== 'pending') return { ...noted, step }
  const final = record.event === TEST_EVENT || isGone(answer)
  const retryAfterMs = answer.outcome === 'answered' ? answer.retryAfterMs : undefined
  const nextAt = final ? undefined : nextAttemptAt({ failed: step, now, retryAfterMs, chance })
  return nextAt === undefined ? ended({ ...noted, step }, 'failed') : { ...noted, step, nextAt }
}

/** The record of an abandoned delivery; undefined if it is not pending. */
export function abandon(record: DeliveryRecord, unsent: Unsent, at: string): DeliveryRecord | undefined {
  if (record.status !== 'pending') return undefined
  const attempt: Attempt = { at, statusCode: null, durationMs: 0, response: null, unsent }
  return ended(withAttempt(record, attempt), 'failed')
}

/**
 * The record due now, whatever its status, at the start of the retry schedule; undefined if this command was already
 * applied.
 */
export function resend(record: DeliveryRecord, command: string, now: number): DeliveryRecord | undefined {
  if (record.resentBy === command) return undefined
  return { ...record, status: 'pending', nextAt: now, step: 0, resends: record.resends + 1, resentBy: command }
}
