import type { Answered, Unanswered } from '../../../kernel/ports/outbound.js'
import type { DisabledReason, WebhookEventKind } from '../events.js'
import { nextAttemptAt } from '../schedule.js'

/** What a delivery tells of; the second is what a test sends. */
export type DeliveryEvent = WebhookEventKind | typeof TEST_EVENT

export const TEST_EVENT = 'webhook.test'

/** Why nothing was sent. */
export type Unsent = 'deleted' | DisabledReason | 'unreadable'

export type Attempt = {
  /** When it began, ISO 8601. */
  readonly at: string
  readonly statusCode: number | null
  readonly durationMs: number
  /** Sealed, because it may repeat what was sent: the beginning of the answer, or why there was none. */
  readonly response: string | null
  /** null where something was sent. */
  readonly unsent: Unsent | null
}

/** A body on its way to an endpoint. An operational record, no event: gone after thirty days. */
export type DeliveryRecord = {
  readonly owner: string
  readonly endpoint: string
  /** Where the job came from whose URL this is; null for a webhook. */
  readonly job: {
    /** Sealed. */
    readonly url: string
    readonly sandbox: boolean
  } | null
  readonly event: DeliveryEvent
  /** Id of the body, which all deliveries of one event share. */
  readonly content: string
  readonly status: 'pending' | 'delivered' | 'failed'
  /** When the next attempt is due, milliseconds since the epoch; absent, and so not in the index, unless pending. */
  readonly nextAt?: number
  /** The last of them, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Attempts since it was made or last sent again: where it is in the schedule. */
  readonly step: number
  /** Commands that had it sent again. */
  readonly resends: number
  readonly resentBy: string | null
  readonly createdAt: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

const DAY_MS = 24 * 60 * 60_000
export const KEEP_MS = 30 * DAY_MS
/** Attempts that are kept. */
const MAX_ATTEMPTS = 20

export type Draft = Pick<DeliveryRecord, 'owner' | 'endpoint' | 'job' | 'event' | 'content' | 'createdAt'>

/** A delivery, due at once. */
export const newRecord = (draft: Draft, now: number): DeliveryRecord => ({
  ...draft,
  status: 'pending',
  nextAt: now,
  attempts: [],
  step: 0,
  resends: 0,
  resentBy: null,
  expiresAt: expiryOf(draft),
})

export const expiryOf = ({ createdAt }: Pick<Draft, 'createdAt'>): number => Date.parse(createdAt) + KEEP_MS

const withAttempt = (record: DeliveryRecord, attempt: Attempt): DeliveryRecord => ({
  ...record,
  attempts: [...record.attempts, attempt].slice(-MAX_ATTEMPTS),
})

function ended({ nextAt, ...record }: DeliveryRecord, status: 'delivered' | 'failed'): DeliveryRecord {
  return { ...record, status }
}

export const isSuccess = (answer: Answered | Unanswered): boolean =>
  answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300

/** The target says that it will never be back (RFC 9110 section 15.5.11). */
export const isGone = (answer: Answered | Unanswered): boolean => answer.outcome === 'answered' && answer.status === 410

export interface Outcome {
  readonly answer: Answered | Unanswered
  readonly attempt: Attempt
  /** When it ended, milliseconds since the epoch. */
  readonly now: number
  /** From 0 to 1; moves the next attempt. */
  readonly chance: number
}

/**
 * The record after an attempt; undefined when another run has counted the same attempt.
 * @param began the record as it was when the attempt began
 */
export function afterAttempt(
  record: DeliveryRecord,
  began: DeliveryRecord,
  { answer, attempt, now, chance }: Outcome,
): DeliveryRecord | undefined {
  const resent = record.resends !== began.resends
  if (!resent && record.step !== began.step) return undefined
  const noted = withAttempt(record, attempt)
  // Sent again meanwhile: what was asked for is still to be done.
  if (resent) return noted
  const step = record.step + 1
  if (isSuccess(answer)) return ended({ ...noted, step }, 'delivered')
  if (record.status !== 'pending') return { ...noted, step }
  const final = record.event === TEST_EVENT || isGone(answer)
  const retryAfterMs = answer.outcome === 'answered' ? answer.retryAfterMs : undefined
  const nextAt = final ? undefined : nextAttemptAt({ failed: step, now, retryAfterMs, chance })
  return nextAt === undefined ? ended({ ...noted, step }, 'failed') : { ...noted, step, nextAt }
}

/** The record of what will not be sent; undefined when it is not pending. */
export function givenUp(record: DeliveryRecord, unsent: Unsent, at: string): DeliveryRecord | undefined {
  if (record.status !== 'pending') return undefined
  const attempt: Attempt = { at, statusCode: null, durationMs: 0, response: null, unsent }
  return ended(withAttempt(record, attempt), 'failed')
}

/** The record made due, whatever its state, with the whole schedule before it; undefined when this command did so already. */
export function resent(record: DeliveryRecord, command: string, now: number): DeliveryRecord | undefined {
  if (record.resentBy === command) return undefined
  return { ...record, status: 'pending', nextAt: now, step: 0, resends: record.resends + 1, resentBy: command }
}
