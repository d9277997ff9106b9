import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { streamName } from '../../../kernel/stream.js'
import { batchNotFound } from '../decide.js'
import { csvRow } from '../download/csvRow.js'
import { RESULT_COLUMNS, resultCells } from '../download/resultCells.js'
import { readRecords } from '../input/readRecords.js'
import type { FairDownloads } from '../internal/fairDownloads.js'
import type { ReadOutcomes } from '../internal/readOutcomes.js'
import { requireResults } from '../internal/requireResults.js'
import { maySee, type Viewer } from '../internal/viewer.js'
import type { LinkProof, Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { outcomeAt } from '../run/columns.js'
import type { Outcome } from '../run/outcome.js'

export interface Download {
  readonly fileName: string
  /** The uploaded file with the result columns appended. */
  readonly content: AsyncIterable<string>
}

export interface DownloadDependencies {
  readonly eventing: Eventing
  readonly readOutcomes: ReadOutcomes
  readonly blobs: BlobStore
  readonly links: Links
  readonly fairDownloads: FairDownloads
}

/**
 * Opens the result file, for the account itself or for the holder of a valid link.
 * @param signal aborts when the client has disconnected
 * @throws Failure BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED, SERVICE_UNAVAILABLE
 */
export const createDownloadBatch = ({ eventing, readOutcomes, blobs, links, fairDownloads }: DownloadDependencies) => {
  return async (id: string, who: { readonly caller: Viewer } | LinkProof, signal?: AbortSignal): Promise<Download> => {
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
    return {
      fileName: `mailproof-${id}.csv`,
      content: await readAhead(fairDownloads(batch.owner, content(id, batch, file), signal)),
    }
  }

  async function* content(id: string, batch: BatchDocument, { blob, dialect }: NonNullable<BatchDocument['file']>) {
    const outcomes = outcomesOf(readOutcomes(id, batch))
    let head = dialect.header
    try {
      for await (const records of readRecords(blobs, blob, dialect)) {
        let text = ''
        for (const record of records) {
          const cells = pad(record, dialect.columns)
          if (head) cells.push(...RESULT_COLUMNS)
          else cells.push(...resultCells(record[dialect.column] ?? '', (await outcomes.next()).value))
          head = false
          text += csvRow(cells)
        }
        yield text
      }
    } finally {
      await outcomes.return(undefined)
    }
  }
}

/**
 * Reads the first piece ahead, so that a deleted file is noticed before the response begins. The file is then open: a
 * consumer that does not read to the end must call `return`, even if it has read nothing.
 */
async function readAhead(texts: AsyncGenerator<string, void>): Promise<AsyncIterable<string>> {
  const first = await texts.next().catch((error: unknown) => {
    if (!(error instanceof BlobMissing)) throw error
    throw new Failure('BATCH_NOT_FOUND', 'The file of this batch has been deleted. Files are kept for 30 days.')
  })
  let pending: IteratorResult<string, void> | undefined = first
  const all: AsyncIterableIterator<string, void> = {
    [Symbol.asyncIterator]: () => all,
    async next() {
      const next = pending ?? (await texts.next())
      pending = undefined
      return next
    },
    return: () => texts.return(),
  }
  return all
}

/** One outcome per row. Rows that were not processed before the batch was cancelled have none. */
async function* outcomesOf(chunks: ReturnType<ReadOutcomes>): AsyncGenerator<Outcome, undefined> {
  for await (const { results } of chunks) {
    for (let row = 0; row < results.status.length; row++) yield outcomeAt(results, row)
  }
  return undefined
}

function pad(record: readonly string[], columns: number): string[] {
  const cells = [...record]
  while (cells.length < columns) cells.push('')
  return cells
}
