// The events of batches.
import type { DomainEvent } from '../../kernel/envelope.js'
import type { RecordedMailbox } from '../mailboxes/events.js'
import type { PoolUse, SharedColumns } from '../pool/events.js'
import type { JudgementColumns, RulingColumns } from '../verification/events.js'

export type BatchSource = 'agent' | 'upload'
export type BatchFormat = 'compact' | 'full'

/**
 * Rows processed so far. `valid` counts verdicts that accept the address, including those that DNS could not confirm.
 */
export interface BatchTotals {
  readonly processed: number
  readonly valid: number
  /** Rows with status unknown. */
  readonly unknown: number
  /** Distinct addresses charged. */
  readonly charged: number
}

/** How an uploaded file is decoded and parsed. */
export interface CsvDialect {
  readonly encoding:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1252'
    | 'iso-8859-2'
    | 'iso-8859-15'
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** Index of the column of addresses, from 0. */
  readonly column: number
  readonly header: boolean
  /** Cells of the longest record; result columns are appended after it. */
  readonly columns: number
  /** Indexes of other columns that hold addresses. */
  readonly otherColumns?: readonly number[]
  /** Whether the file begins with a byte order mark. */
  readonly mark?: boolean
  /** Absent if the file has a single line that is not ended. */
  readonly lineEnd?: 'crlf' | 'lf' | 'cr' | 'mixed'
  /** Whether every cell is written in quotes. */
  readonly allQuoted?: boolean
  /**
   * Number of blank lines and empty rows, which are not rows of the batch. Absent in uploads accepted by release 0.1.0:
   * there, a blank line between rows is a row, and so is one of delimiters only.
   */
  readonly emptyRows?: number
  /** Whether every line is a single quoted cell, in which the cells are. */
  readonly nested?: boolean
  /** Rows before the header that are no part of the table; blank lines do not count. Absent if there are none. */
  readonly linesBefore?: number
  /** Indexes of the columns that an earlier download appended, which the next one replaces; absent if there are none. */
  readonly replaced?: readonly number[]
}

/** What was found in the column of addresses, as numbers of rows. */
export interface CellCounts {
  /** Cells with a name, comment or brackets beside the address. */
  readonly names: number
  readonly mailto: number
  /** Cells with invisible characters. */
  readonly invisible: number
  /** Cells with quotes, or a separator, around the address. */
  readonly quotes: number
  /** Cells with several addresses, of which the first is verified, and the number of the others. */
  readonly several: number
  readonly further: number
  /** Rows with more or fewer cells than the header, which are not verified. */
  readonly uneven: number
  readonly empty: number
  /** Cells with other text than an address. */
  readonly otherText: number
}

/** How many people the addresses of a batch belong to, by their normalized addresses. */
export interface PeopleCounts {
  readonly total: number
  /** Those with several rows. */
  readonly repeated: number
  /** Rows that repeat a person of an earlier row. */
  readonly duplicates: number
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
    /** Distinct addresses reserved from the monthly quota; 0 for a sandbox key. */
    readonly reserved: number
    /** Distinct canonical addresses; absent in batches accepted by release 0.1.0. */
    readonly distinct?: number
    /** Absent in batches accepted by release 1.0.0 and earlier. */
    readonly people?: PeopleCounts
    /** The UTC month of acceptance, `yyyy-mm`, to which all charges go. */
    readonly month: string
    readonly sandbox: boolean
    /** Whether results are contributed to the signal pool. */
    readonly share: boolean
    /** The signal pool used for lookups and contributions; absent if no pool is used. */
    readonly pool?: string
    readonly debug: boolean
    /** Rows per chunk; the last chunk may have fewer. */
    readonly chunk: number
    /** Name of the blob of rows. */
    readonly rows: string
    /** Byte offset of each chunk in the blob of rows. */
    readonly offsets: readonly number[]
    /** The uploaded file, unchanged; null for a batch submitted as a list. */
    readonly file: {
      readonly blob: string
      readonly dialect: CsvDialect
      /**
       * Header names of the column of addresses and of `otherColumns`, sealed JSON; absent without a header. Sealed
       * because a first row that is called a header may hold personal data.
       */
      readonly names?: string
      /** Name of the file, sealed; absent if none was sent, and in uploads accepted by release 1.0.0 and earlier. */
      readonly name?: string
      /** Absent in uploads accepted by release 1.0.0 and earlier. */
      readonly cells?: CellCounts
    } | null
    /** URL that is notified of completion, sealed. */
    readonly webhookUrl: string | null
    /** The API key, as in `AddressVerified`. Absent in batches accepted by release 1.0.0 and earlier. */
    readonly key?: number
    /** Version of the account's own rules that decides every row; absent if it had neither rules nor lists. */
    readonly rules?: number
    /** How long mail servers are asked about the mailboxes of valid rows, after the batch has been completed. Absent if they are not. */
    readonly mailbox?: { readonly minutes: number }
  }
>

export type BatchStarted = DomainEvent<'BatchStarted', { readonly account: string }>

/**
 * A run failed before it processed a row, for a reason other than an unavailable store. `failures`: consecutive failed
 * runs.
 */
type BatchRunFailed = DomainEvent<'BatchRunFailed', { readonly account: string; readonly failures: number }>

/** Results of consecutive rows, as columns. */
export interface ResultColumns extends JudgementColumns {
  /** One letter per row: v valid, i invalid, u unknown. */
  readonly status: string
  /** One letter per row: - none, s syntax, d dns, m mx, n null_mx, r reserved_domain, k known_bounce, x no_such_mailbox. */
  readonly reason: string
  /**
   * Two hex digits per row, the sum of: 1 disposable, 2 role, 4 free, 8 dns, 16 mx, 32 known fallback, 64 DNS fallback.
   */
  readonly flags: string
  /**
   * Only for rows without a judgement: those of events of version 1, and rows that repeat one. One letter per row: d valid, but v2 would not allow the
   * address; - otherwise. Absent if there is no d.
   */
  readonly doubt?: string
  /** Distinct providers in order of appearance. */
  readonly providers: readonly string[]
  /** For each row its index in `providers`; -1 = none. */
  readonly provider: readonly number[]
  /** Suggested domains for mistyped ones, by the row's index in these columns. */
  readonly meant: { readonly [row: string]: string }
  /**
   * Rows answered by the signal pool, by the row's index in these columns: its confidence in ten-thousandths and the
   * number of accounts that contributed. Absent if empty.
   */
  readonly pooled?: { readonly [row: string]: readonly [confidence: number, validations: number] }
  /**
   * Rows that were not verified, because they have more or fewer cells than the header, by their index in these columns. Their
   * reason is `s`. Absent if there are none.
   */
  readonly uneven?: readonly number[]
  /** What the account's own rules decided; absent if it had neither rules nor lists. */
  readonly rulings?: Pick<RulingColumns, 'codes' | 'code'>
}

/** Rows `from` (inclusive) to `to` (exclusive) are processed: progress, charges and results in one event. */
export type BatchChunkVerified = DomainEvent<
  'BatchChunkVerified',
  {
    readonly account: string
    readonly month: string
    readonly sandbox: boolean
    readonly from: number
    readonly to: number
    readonly results: ResultColumns
    /** Steps of each row as JSON text, sealed; null unless the batch was submitted with `debug`. */
    readonly steps: string | null
    /** Distinct addresses of this chunk that are charged. */
    readonly charged: number
    /** Distinct addresses of this chunk with status unknown, whose reservation is released. */
    readonly released: number
    /** Totals of the whole batch, including this chunk. */
    readonly totals: BatchTotals
    readonly durationMs: number
    /** Version of the lists, as in `AddressVerified`, by which the first row was judged; null in events of version 1. */
    readonly lists: string | null
    /** The API key; null if the batch was accepted by release 1.0.0 or earlier. */
    readonly key: number | null
    /** Absent if the signal pool was not queried. */
    readonly pool?: PoolUse
    /** Results to contribute, for the first occurrence of each address; absent if empty. */
    readonly shared?: SharedColumns
  }
>

/** What mail servers said about rows of a completed batch: what is new, and what has changed since they were asked before. */
export type BatchMailboxesAsked = DomainEvent<
  'BatchMailboxesAsked',
  {
    readonly account: string
    readonly sandbox: boolean
    /** Rows per chunk of the batch. */
    readonly chunk: number
    /** Indexes of rows, from 0. */
    readonly rows: readonly number[]
    /** For each of them the index of its answer in `answers`. */
    readonly answer: readonly number[]
    /** Distinct answers; one with `retryAt` may change. */
    readonly answers: readonly RecordedMailbox[]
    /** Rows that are invalid now, by the kind that they had. */
    readonly refused: { readonly deliverable: number; readonly risky: number }
    /** Rows that wait for a final answer. */
    readonly waiting: number
  }
>

/** Every row has its final answer: if the time was up, what was known of it until then. */
export type BatchMailboxesEnded = DomainEvent<
  'BatchMailboxesEnded',
  {
    readonly account: string
    readonly sandbox: boolean
    readonly totals: BatchTotals
  }
>

interface BatchEnded {
  readonly account: string
  readonly month: string
  readonly sandbox: boolean
  readonly totals: BatchTotals
  /** Unused part of the reservation, released. */
  readonly released: number
}

export type BatchCompleted = DomainEvent<'BatchCompleted', BatchEnded>
/** `reason` is shown to the caller. */
export type BatchFailed = DomainEvent<'BatchFailed', BatchEnded & { readonly reason: string }>
export type BatchCancelled = DomainEvent<'BatchCancelled', BatchEnded>

/**
 * The account deleted an ended batch: its documents and blobs are gone. What was charged, counted and contributed stays, and so do the
 * facts in earlier events, which name no address.
 */
export type BatchDeleted = DomainEvent<
  'BatchDeleted',
  {
    readonly account: string
    /** Rows with results, and rows per chunk: whoever keeps a chunk's results knows which to delete. */
    readonly processed: number
    readonly chunk: number
  }
>

export type BatchEvent =
  | BatchSubmitted
  | BatchStarted
  | BatchRunFailed
  | BatchChunkVerified
  | BatchCompleted
  | BatchFailed
  | BatchCancelled
  | BatchMailboxesAsked
  | BatchMailboxesEnded
  | BatchDeleted
