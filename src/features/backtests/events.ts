// The events of backtests.
import type { DomainEvent } from '../../kernel/envelope.js'
import type { ListEntries, ListName } from '../rules/events.js'

/** Stream `backtest-<id>`. */
export type BacktestRequested = DomainEvent<
  'BacktestRequested',
  {
    readonly account: string
    /** The rules as JSON text, sealed. */
    readonly rules: string
    /** Their version, 0 = no rules; null: a draft. */
    readonly version: number | null
    /** The period, milliseconds since the epoch; `to` is exclusive. */
    readonly from: number
    readonly to: number
    /** The account's lists as they are at the request; null: those that were in force at each verification. */
    readonly lists: { readonly [list in ListName]: ListEntries | null } | null
    /** Only what the log has up to this position counts. */
    readonly position: string
    /** Verifications of the period, approximately: its days count as a whole. */
    readonly total: number
  }
>

/**
 * Sixteen counts of verifications: by what was decided and, of each of these, by what the rules would have decided, in the order
 * allow, review, deny, not known.
 */
export type Cells = readonly number[]

/** Counts by a deciding reason (empty: not recorded), a UTC day, or a rule that would have decided. */
export interface NamedCells {
  readonly name: string
  readonly cells: Cells
}

/** A verification that the rules would have decided otherwise. */
export interface BacktestExample {
  readonly at: number
  /** Its index in `Cells`. */
  readonly cell: number
  /** Of single verifications and synchronous batches: `X-Request-ID`; of jobs: the id of the job. */
  readonly request?: string
  readonly job?: string
  /** Index in the synchronous batch or job; absent for a single verification. */
  readonly row?: number
  /** A-labels; absent if there is none, or it was not recorded. */
  readonly domain?: string
  readonly reasons: readonly string[]
  /** Names of the rules that decided, and would have; absent if none did, or that is not known. */
  readonly ruleBefore?: string
  readonly ruleAfter?: string
}

/** What verifications add to the result. */
export interface BacktestCounts {
  readonly processed: number
  readonly cells: Cells
  readonly reasons: readonly NamedCells[]
  readonly days: readonly NamedCells[]
  readonly rules: readonly NamedCells[]
  /** Of verifications with outcomes. */
  readonly good: Cells
  readonly bad: Cells
  /** At most five of each change. */
  readonly examples: readonly BacktestExample[]
}

/** Where a backtest goes on: in the stream of a month's usage, or of a job. */
export interface BacktestPlace {
  readonly kind: 'usage' | 'batch'
  readonly name: string
  /** When the job was submitted, milliseconds since the epoch; 0 for a month. */
  readonly createdAt: number
  /** The next revision, as text. */
  readonly revision: string
}

/** More verifications were looked at: all before the place. */
export type BacktestAdvanced = DomainEvent<
  'BacktestAdvanced',
  { readonly account: string; readonly place: BacktestPlace; readonly counts: BacktestCounts }
>

interface BacktestEnded {
  readonly account: string
}

type BacktestCompleted = DomainEvent<'BacktestCompleted', BacktestEnded>
type BacktestCancelled = DomainEvent<'BacktestCancelled', BacktestEnded>
/** `reason` is shown to the caller. */
type BacktestFailed = DomainEvent<'BacktestFailed', BacktestEnded & { readonly reason: string }>

export type BacktestEvent =
  | BacktestRequested
  | BacktestAdvanced
  | BacktestCompleted
  | BacktestCancelled
  | BacktestFailed
