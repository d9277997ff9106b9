import type { DomainEvent } from '../../kernel/envelope.js'
import type { PoolUse, SharedColumns } from '../pool/events.js'

export type BatchSource = 'agent' | 'upload'
export type BatchFormat = 'compact' | 'full'

/** Rows done so far. `valid` counts verdicts that accept the address, those that DNS could not confirm among them. */
export interface BatchTotals {
  readonly processed: number
  readonly valid: number
  /** Rows of status unknown. */
  readonly unknown: number
  /** Distinct addresses charged. */
  readonly charged: number
}

/** How an uploaded file is read. */
export interface CsvDialect {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** Of the addresses, from 0. */
  readonly column: number
  readonly header: boolean
  /** Cells of the longest record: new columns stand behind it. */
  readonly columns: number
}

/** Stream `batch-<id>`. Inputs are sealed blobs; no event holds an address. */
export type BatchSubmitted = DomainEvent<
  'BatchSubmitted',
  {
    readonly account: string
    readonly source: BatchSource
    readonly format: BatchFormat
    /** Input rows, header excluded. */
    readonly total: number
    /** Distinct addresses set aside of the month; 0 for a sandbox key. */
    readonly reserved: number
    /** The UTC month of acceptance, `yyyy-mm`: what is charged is charged to it. */
    readonly month: string
    readonly sandbox: boolean
    /** Whether results go to the signal pool. */
    readonly share: boolean
    /** The signal pool that its addresses are looked up in, and shared with; absent where there is none. */
    readonly pool?: string
    readonly debug: boolean
    /** Rows of a chunk; the last one may have fewer. */
    readonly chunk: number
    /** Name of the blob of rows. */
    readonly rows: string
    /** Where each chunk begins in it, in bytes. */
    readonly offsets: readonly number[]
    /** The file as it came; null where there was none. */
    readonly file: { readonly blob: string; readonly dialect: CsvDialect } | null
    /** Who is told at the end, sealed. */
    readonly webhookUrl: string | null
  }
>

export type BatchStarted = DomainEvent<'BatchStarted', { readonly account: string }>

/** A run broke off before a row was done, and not because a store was down. `failures`: so many in a row. */
export type BatchRunFailed = DomainEvent<'BatchRunFailed', { readonly account: string; readonly failures: number }>

/** Results of consecutive rows, as columns. */
export interface ResultColumns {
  /** A letter a row: v valid, i invalid, u unknown. */
  readonly status: string
  /** A letter a row: - none, s syntax, d dns, m mx, n null_mx, r reserved_domain. */
  readonly reason: string
  /** Two hex digits a row: 1 disposable, 2 role, 4 free, 8 dns, 16 mx, 32 known fallback, 64 DNS fallback. */
  readonly flags: string
  /** Distinct providers in order of appearance. */
  readonly providers: readonly string[]
  /** A row's place in `providers`; -1 = none. */
  readonly provider: readonly number[]
  /** Of mistyped domains, the one that was meant; by the row's place in these columns. */
  readonly meant: { readonly [row: string]: string }
  /**
   * Of rows that the signal pool answered, its confidence in ten-thousandths and the accounts behind it; by the row's
   * place in these columns. Absent where there are none.
   */
  readonly pooled?: { readonly [row: string]: readonly [confidence: number, validations: number] }
}

/** Rows `from` (inclusive) to `to` (exclusive) are done: progress, charge and results in one event. */
export type BatchChunkVerified = DomainEvent<
  'BatchChunkVerified',
  {
    readonly account: string
    readonly month: string
    readonly sandbox: boolean
    readonly from: number
    readonly to: number
    readonly results: ResultColumns
    /** Steps of each row as JSON text, sealed; null unless they were asked for. */
    readonly steps: string | null
    /** Distinct addresses of this chunk that are charged. */
    readonly charged: number
    /** Distinct addresses of this chunk that could not be told, and are given back. */
    readonly released: number
    /** Of the whole batch, this chunk included. */
    readonly totals: BatchTotals
    readonly durationMs: number
    /** Absent where the signal pool was not asked. */
    readonly pool?: PoolUse
    /** What is to be contributed, of addresses that stand here first; absent where there is nothing. */
    readonly shared?: SharedColumns
  }
>

interface BatchEnded {
  readonly account: string
  readonly month: string
  readonly sandbox: boolean
  readonly totals: BatchTotals
  /** What was reserved and not used, given back. */
  readonly released: number
}

export type BatchCompleted = DomainEvent<'BatchCompleted', BatchEnded>
/** `reason` is for the caller. */
export type BatchFailed = DomainEvent<'BatchFailed', BatchEnded & { readonly reason: string }>
export type BatchCancelled = DomainEvent<'BatchCancelled', BatchEnded>

export type BatchEvent =
  | BatchSubmitted
  | BatchStarted
  | BatchRunFailed
  | BatchChunkVerified
  | BatchCompleted
  | BatchFailed
  | BatchCancelled
