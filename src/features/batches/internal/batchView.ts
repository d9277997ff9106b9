// A batch as its owner sees it.
import type { Vault } from '../../../kernel/ports/vault.js'
import type { CellCounts, CsvDialect, PeopleCounts } from '../events.js'
import { addedColumns } from '../input/resultColumns.js'
import type { Links } from '../link.js'
import type { BatchDocument, MailboxProgress } from '../projections/batches.js'
import { additionsOf } from './additions.js'
import { nextStepOf } from './nextStep.js'
import { remarksOn, warningOn } from './remarks.js'

/** A column of an uploaded file. */
export interface ColumnView {
  /** From 1. */
  readonly number: number
  /** From the header; null without one. */
  readonly name: string | null
}

/** How an uploaded file was read. */
export interface FileView
  extends Pick<CsvDialect, 'encoding' | 'delimiter' | 'header' | 'mark' | 'lineEnd' | 'emptyRows' | 'linesBefore'> {
  /** Name of the file; null if that was not recorded. */
  readonly name: string | null
  readonly column: ColumnView
  /** Other columns that hold addresses. */
  readonly otherColumns: readonly ColumnView[]
  /** Names of the columns that the download appends. */
  readonly addedColumns: readonly string[]
  /** What the column of addresses holds, and what was done to read it, in sentences; null if that was not recorded. */
  readonly found: { readonly cells: CellCounts; readonly remarks: readonly string[] } | null
  /** Questions the column of addresses; null if there is no reason to. */
  readonly warning: string | null
}

/** A batch as shown to its owner. */
export interface BatchView
  extends Pick<
    BatchDocument,
    'source' | 'format' | 'status' | 'total' | 'processed' | 'debug' | 'createdAt' | 'startedAt' | 'distinct'
  > {
  readonly batchId: string
  /** Processed rows of each status. They add up to `processed`. */
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
  /** Processed rows with this flag, whatever their status. */
  readonly disposable: number
  readonly role: number
  /** Processed rows of kinds that have no status of their own; with `invalid` and `unknown`, they add up to `processed`. */
  readonly deliverable: number
  readonly risky: number
  /** Processed rows with a suggested correction. */
  readonly mistyped: number
  /** Null if that was not recorded. */
  readonly people: PeopleCounts | null
  /** What to do with the result, in sentences; null unless this is a completed upload. */
  readonly nextStep: string | null
  /** Distinct addresses charged. */
  readonly charged: number
  /** Present if mail servers are asked about mailboxes once the batch is completed. */
  readonly mailbox: MailboxProgress | null
  /** When it was completed, failed or cancelled (ISO 8601); null while it is open. */
  readonly completedAt: string | null
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  /**
   * Path and query of the result file, valid for a day without an API key; null unless this is an upload that has ended
   * with results.
   */
  readonly downloadPath: string | null
  /** Null unless this is an upload. */
  readonly file: FileView | null
}

/** A column for people: its number, and its name if it has one. */
export const columnName = ({ number, name }: ColumnView): string =>
  name === null ? String(number) : `${number} (${name})`

export type ViewOf = (batchId: string, document: BatchDocument) => Promise<BatchView>

export const createViewOf =
  ({ links, vault }: { readonly links: Links; readonly vault: Pick<Vault, 'open'> }): ViewOf =>
  async (batchId, document) => {
    const { source, format, status, total, processed, distinct, debug, createdAt, startedAt, completedAt, failure } =
      document
    const { valid: accepted, unknown = 0, disposable = 0, role = 0, charged = 0 } = document
    const { deliverable = 0, risky = 0, mistyped = 0, people = null, mailbox = null } = document
    const counts = { status, deliverable, risky, unknown, mistyped, ...(people && { duplicates: people.duplicates }) }
    return {
      batchId,
      source,
      format,
      status,
      total,
      processed,
      valid: accepted - unknown,
      invalid: processed - accepted,
      unknown,
      disposable,
      role,
      deliverable,
      risky,
      mistyped,
      people,
      nextStep: (document.file && nextStepOf(counts)) ?? null,
      ...(distinct !== undefined && { distinct }),
      charged,
      mailbox,
      debug,
      createdAt,
      startedAt,
      completedAt,
      failure,
      downloadPath: document.file && hasDownload(document) ? links.pathOf(batchId) : null,
      file: document.file && (await fileView(vault, document, document.file)),
    }
  }

const hasDownload = ({ status, processed }: BatchDocument): boolean =>
  status === 'completed' || ((status === 'cancelled' || status === 'failed') && processed > 0)

async function fileView(
  vault: Pick<Vault, 'open'>,
  { owner, rules, total, mailbox }: BatchDocument,
  { dialect, names: sealed, name, cells }: NonNullable<BatchDocument['file']>,
): Promise<FileView> {
  const { encoding, delimiter, header, mark, lineEnd, emptyRows, linesBefore, column, otherColumns = [] } = dialect
  const open = async (text: string | undefined) => (text === undefined ? undefined : vault.open(owner, text))
  const text = await open(sealed)
  const names: readonly string[] = text === undefined ? [] : JSON.parse(text)
  const columns = [column, ...otherColumns].map((each, index) => ({ number: each + 1, name: names[index] || null }))
  const [first] = columns
  return {
    name: (await open(name)) ?? null,
    encoding,
    delimiter,
    header,
    ...(mark !== undefined && { mark }),
    ...(lineEnd !== undefined && { lineEnd }),
    ...(emptyRows !== undefined && { emptyRows }),
    ...(linesBefore !== undefined && { linesBefore }),
    column: first!,
    otherColumns: columns.slice(1),
    addedColumns: addedColumns(additionsOf({ cells, rules, mailbox })),
    found: cells ? { cells, remarks: remarksOn({ dialect, cells, rules, mailbox }) } : null,
    warning: (cells && warningOn({ cells, total, column: columnName(first!) })) ?? null,
  }
}
