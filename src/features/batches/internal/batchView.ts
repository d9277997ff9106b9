// A batch as its owner sees it.
import type { Vault } from '../../../kernel/ports/vault.js'
import type { CsvDialect } from '../events.js'
import type { Links } from '../link.js'
import type { BatchDocument } from '../projections/batches.js'

/** A column of an uploaded file. */
export interface ColumnView {
  /** From 1. */
  readonly number: number
  /** From the header; null without one. */
  readonly name: string | null
}

/** How an uploaded file was read. */
export interface FileView
  extends Pick<CsvDialect, 'encoding' | 'delimiter' | 'header' | 'mark' | 'lineEnd' | 'emptyRows'> {
  readonly column: ColumnView
  /** Other columns that hold addresses. */
  readonly otherColumns: readonly ColumnView[]
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
  /** Distinct addresses charged. */
  readonly charged: number
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

export type ViewOf = (batchId: string, document: BatchDocument) => Promise<BatchView>

export const createViewOf =
  ({ links, vault }: { readonly links: Links; readonly vault: Pick<Vault, 'open'> }): ViewOf =>
  async (batchId, document) => {
    const { source, format, status, total, processed, distinct, debug, createdAt, startedAt, completedAt, failure } =
      document
    const { valid: accepted, unknown = 0, disposable = 0, role = 0, charged = 0 } = document
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
      ...(distinct !== undefined && { distinct }),
      charged,
      debug,
      createdAt,
      startedAt,
      completedAt,
      failure,
      downloadPath: document.file && hasDownload(document) ? links.pathOf(batchId) : null,
      file: document.file && (await fileView(vault, document.owner, document.file)),
    }
  }

const hasDownload = ({ status, processed }: BatchDocument): boolean =>
  status === 'completed' || ((status === 'cancelled' || status === 'failed') && processed > 0)

async function fileView(
  vault: Pick<Vault, 'open'>,
  owner: string,
  { dialect, names: sealed }: NonNullable<BatchDocument['file']>,
): Promise<FileView> {
  const { encoding, delimiter, header, mark, lineEnd, emptyRows, column, otherColumns = [] } = dialect
  const text = sealed === undefined ? undefined : await vault.open(owner, sealed)
  const names: readonly string[] = text === undefined ? [] : JSON.parse(text)
  const columns = [column, ...otherColumns].map((each, index) => ({ number: each + 1, name: names[index] || null }))
  return {
    encoding,
    delimiter,
    header,
    ...(mark !== undefined && { mark }),
    ...(lineEnd !== undefined && { lineEnd }),
    ...(emptyRows !== undefined && { emptyRows }),
    column: columns[0]!,
    otherColumns: columns.slice(1),
  }
}
