// An uploaded file with verdict columns, all rows or a selection, for its account or whoever has a link.
import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { streamName } from '../../../kernel/stream.js'
import { batchNotFound } from '../decide.js'
import { createResultRows } from '../download/resultRows.js'
import type { CsvDialect } from '../events.js'
import { recordsOf } from '../input/records/records.js'
import { readRows } from '../input/rows/readRows.js'
import { fileTextOf, openText } from '../input/text/fileText.js'
import { additionsOf } from '../internal/additions.js'
import type { FairDownloads } from '../internal/fairDownloads.js'
import type { ReadOutcomes } from '../internal/readOutcomes.js'
import { requireResults } from '../internal/requireResults.js'
import { maySee, type Viewer } from '../internal/viewer.js'
import type { LinkProof, Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { outcomeAt } from '../run/columns.js'
import { kindOf, type Outcome, type ResultKind } from '../run/outcome.js'
import { FILES_DAYS } from '../sweepBatches.js'

/** Which rows a download has: results of a kind, or the first row of each person. */
type DownloadSelection = ResultKind | 'unique'

interface Download {
  readonly fileName: string
  /** That of the upload. */
  readonly encoding: CsvDialect['encoding']
  /** The uploaded file with the result columns appended. */
  readonly content: AsyncIterable<Buffer>
}

interface DownloadOptions {
  /** All rows by default. */
  readonly only?: DownloadSelection | undefined
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal | undefined
}

interface DownloadDependencies {
  readonly eventing: Eventing
  readonly readOutcomes: ReadOutcomes
  readonly blobs: BlobStore
  readonly links: Links
  readonly fairDownloads: FairDownloads
  readonly filesDays?: number
}

/**
 * Opens the result file, for the account itself or for the holder of a valid link.
 */
export type DownloadBatch = (
  id: string,
  who: { readonly caller: Viewer } | LinkProof,
  options?: DownloadOptions,
) => Promise<Download>

export const createDownloadBatch = ({
  eventing,
  readOutcomes,
  blobs,
  links,
  filesDays = FILES_DAYS,
  fairDownloads,
}: DownloadDependencies): DownloadBatch => {
  return async (id, who, { only, signal } = {}) => {
    const batch = await eventing.read(batches).getOrReplay(id, streamName('batch', id))
    const allowed = 'caller' in who ? batch && maySee(who.caller, batch) : links.isGood(id, who)
    if (!batch || !allowed) throw batchNotFound()
    const { file } = batch
    if (!file)
      throw new Failure(
        'BATCH_NOT_FOUND',
        'This batch was not uploaded as a file. Read its results with GET /v1/batch/{batchId}/results.',
      )
    requireResults(batch)
    if (only === 'unique' && !batch.people) throw peopleUnknown()
    return {
      fileName: `mailproof-${id}${only === undefined ? '' : `-${only}`}.csv`,
      encoding: file.dialect.encoding,
      content: await readAhead(fairDownloads(batch.owner, content(id, batch, file, only), signal), filesDays),
    }
  }

  async function* content(
    id: string,
    batch: BatchDocument,
    { blob, dialect, cells }: NonNullable<BatchDocument['file']>,
    only: DownloadSelection | undefined,
  ) {
    const text = fileTextOf(dialect.encoding)
    const outcomes = outcomesOf(readOutcomes(id, batch))
    const isFirst = only === 'unique' ? firstRows(blobs, batch) : undefined
    let selected: boolean | undefined
    const nextOutcome = async () => {
      if (isFirst) selected = (await isFirst.next()).value ?? false
      return (await outcomes.next()).value
    }
    const selects = only && ((outcome: Outcome) => selected ?? kindOf(outcome) === only)
    const additions = additionsOf({ cells, rules: batch.rules, mailbox: batch.mailbox })
    const textOfRecord = createResultRows({ dialect, text, nextOutcome, selects, additions })
    try {
      const { preamble, rest } = await openText(blobs.read(blob), dialect.encoding)
      // The rows were checked at upload; here their length has no limit.
      const options = { maxLength: Number.POSITIVE_INFINITY, account: batch.owner }
      let raw = preamble
      for await (const records of recordsOf(rest, dialect.delimiter, options)) {
        for (const record of records) raw += await textOfRecord(record)
        if (raw !== '') yield text.bytesOf(raw)
        raw = ''
      }
    } finally {
      await outcomes.return(undefined)
      await isFirst?.return()
    }
  }
}

/**
 * Reads the first piece ahead, so that a deleted file is detected before the response begins. The file is then open: a
 * consumer that does not read to the end must call `return`, even if it has read nothing.
 */
async function readAhead(pieces: AsyncGenerator<Buffer, void>, filesDays: number): Promise<AsyncIterable<Buffer>> {
  const first = await pieces.next().catch((error: unknown) => {
    if (!(error instanceof BlobMissing)) throw error
    throw new Failure(
      'BATCH_NOT_FOUND',
      `The file of this batch has been deleted. Files are kept for ${filesDays} days.`,
    )
  })
  let pending: IteratorResult<Buffer, void> | undefined = first
  const all: AsyncIterableIterator<Buffer, void> = {
    [Symbol.asyncIterator]: () => all,
    async next() {
      const next = pending ?? (await pieces.next())
      pending = undefined
      return next
    },
    return: () => pieces.return(),
  }
  return all
}

/** Whether a row is the first of its person, for each row. @throws BlobMissing */
async function* firstRows(
  blobs: BlobStore,
  { rows, chunk }: Pick<BatchDocument, 'rows' | 'chunk'>,
): AsyncGenerator<boolean, void> {
  for await (const part of readRows(blobs, rows, { chunk, offset: 0 })) {
    for (const { email, sameAs, alias } of part) yield email !== null && sameAs === undefined && !alias
  }
}

const peopleUnknown = () =>
  new Failure(
    'VALIDATION_ERROR',
    'This batch was accepted by a release that did not look for people with several addresses. Upload the file again to use `only=unique`.',
    { problems: [{ path: '/only', message: '`unique` is not known for this batch' }] },
  )

/** One outcome per row. Rows that were not processed before the batch was cancelled have none. */
async function* outcomesOf(chunks: ReturnType<ReadOutcomes>): AsyncGenerator<Outcome, undefined> {
  for await (const { document } of chunks) {
    const { results } = document
    for (let row = 0; row < results.status.length; row++) yield outcomeAt(results, row)
  }
  return undefined
}
