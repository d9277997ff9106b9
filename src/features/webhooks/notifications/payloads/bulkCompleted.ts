// The webhook of the end of a batch.
import type {
  BatchCancelled,
  BatchCompleted,
  BatchFailed,
  BatchMailboxesEnded,
  PeopleCounts,
} from '../../../batches/events.js'

/** A batch whose mail servers are asked ends twice: when DNS has judged every row, and when they have answered or the time is up. */
export type BatchEnd = BatchCompleted | BatchFailed | BatchCancelled | BatchMailboxesEnded

/** Data about a batch that the event of its end does not contain. */
export interface BatchFacts {
  readonly source: 'agent' | 'upload'
  readonly total: number
  /** Processed rows with this flag. */
  readonly disposable: number
  readonly role: number
  /** Processed rows by kind, and of probably mistyped addresses. */
  readonly deliverable: number
  readonly risky: number
  readonly mistyped: number
  /** Distinct addresses; absent for sandbox batches of release 0.1.0. */
  readonly distinct?: number
  /** null for batches of earlier releases. */
  readonly people: PeopleCounts | null
  readonly createdAt: string
  /** Present if mail servers are asked. */
  readonly mailbox?: { readonly waiting: number; readonly until: string | null; readonly endedAt: string | null } | null
  readonly completedAt?: string | null
  /** Path and query of the download; null if there is no file. */
  readonly downloadPath: string | null
}

const STATUS = {
  BatchCompleted: 'completed',
  BatchFailed: 'failed',
  BatchCancelled: 'cancelled',
  BatchMailboxesEnded: 'completed',
} as const

const mailboxProgress = ({ waiting, until, endedAt }: NonNullable<BatchFacts['mailbox']>) => ({
  waiting,
  ...(until !== null && { until }),
  ...(endedAt !== null && { ended_at: endedAt }),
})

interface BulkCompleted {
  readonly batch: string
  readonly end: Pick<BatchEnd, 'type' | 'data'>
  /** ISO 8601. */
  readonly endedAt: string
  readonly facts: BatchFacts
  /** In the compact format; null if the notification carries no results. */
  readonly results: readonly unknown[] | null
  /** Prefix of absolute links. */
  readonly baseUrl: string
}

export function bulkCompleted({ batch, end, endedAt, facts, results, baseUrl }: BulkCompleted): object {
  const { processed, valid: accepted, unknown, charged } = end.data.totals
  const status = `${baseUrl}/v1/batch/${batch}`
  return {
    batch_id: batch,
    ...(facts.source === 'upload' && { job_id: batch }),
    status: STATUS[end.type],
    total: facts.total,
    processed,
    valid: accepted - unknown,
    invalid: processed - accepted,
    unknown,
    disposable: facts.disposable,
    role: facts.role,
    deliverable: facts.deliverable,
    risky: facts.risky,
    mistyped: facts.mistyped,
    ...(facts.distinct !== undefined && { distinct: facts.distinct }),
    ...(facts.people && {
      people: facts.people.total,
      repeated_people: facts.people.repeated,
      duplicates: facts.people.duplicates,
    }),
    charged,
    created_at: facts.createdAt,
    completed_at: facts.completedAt ?? endedAt,
    ...(facts.mailbox && { mailbox: mailboxProgress(facts.mailbox) }),
    ...(results && { results }),
    links: {
      status,
      results: `${status}/results`,
      ...(facts.downloadPath !== null && { download: `${baseUrl}${facts.downloadPath}` }),
    },
  }
}
