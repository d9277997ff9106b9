import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { streamName } from '../../../kernel/stream.js'
import { batchNotFound } from '../decide.js'
import { csvRow } from '../download/csvRow.js'
import { RESULT_COLUMNS, resultCells } from '../download/resultCells.js'
import { readRecords } from '../input/readRecords.js'
import { requireResults } from '../internal/requireResults.js'
import { maySee, type Viewer } from '../internal/viewer.js'
import type { LinkProof, Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { outcomeAt } from '../run/columns.js'
import type { Outcome } from '../run/outcome.js'
import type { FairDownloads } from './fairDownloads.js'
import type { ReadOutcomes } from './readOutcomes.js'

export interface Download {
  readonly fileName: string
  /** The file as it came, with the results behind its columns. */
  readonly content: AsyncIterable<string>
}

export interface DownloadDependencies {
  readonly eventing: Eventing
  readonly readOutcomes: ReadOutcomes
  readonly blobs: BlobStore
  readonly links: Links
  readonly fairly: FairDownloads
}

/** For the account itself, or for whoever has a link that is still good. @throws Failure BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED */
export const createDownloadBatch = ({ eventing, readOutcomes, blobs, links, fairly }: DownloadDependencies) => {
  return async (id: string, who: { readonly caller: Viewer } | LinkProof): Promise<Download> => {
    const batch = await eventing.read(batches).getOrReplay(id, streamName('batch', id))
    const opens = 'caller' in who ? batch && maySee(who.caller, batch) : links.isGood(id, who)
    if (!batch || !opens) throw batchNotFound()
    const { file } = batch
    if (!file) throw new Failure('BATCH_NOT_FOUND', 'This batch was not a file: GET its results instead.')
    requireResults(batch)
    return { fileName: `mailproof-${id}.csv`, content: await begun(fairly(batch.owner, content(id, batch, file))) }
  }

  async function* content(id: string, batch: BatchDocument, { blob, dialect }: NonNullable<BatchDocument['file']>) {
    const outcomes = each(readOutcomes(id, batch))
    let head = dialect.header
    try {
      for await (const records of readRecords(blobs, blob, dialect)) {
        let text = ''
        for (const record of records) {
          const cells = padded(record, dialect.columns)
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
 * The same, once its beginning is read: a file that was deleted is missed before anything is answered. The file is open
 * then: whoever does not read to the end must `return`, even without having read at all.
 */
async function begun(texts: AsyncGenerator<string, void>): Promise<AsyncIterable<string>> {
  const first = await texts.next().catch((error: unknown) => {
    if (!(error instanceof BlobMissing)) throw error
    throw new Failure('BATCH_NOT_FOUND', 'The file of this batch was deleted: files are kept for 30 days.')
  })
  let held: IteratorResult<string, void> | undefined = first
  const all: AsyncIterableIterator<string, void> = {
    [Symbol.asyncIterator]: () => all,
    async next() {
      const next = held ?? (await texts.next())
      held = undefined
      return next
    },
    return: () => texts.return(),
  }
  return all
}

/** Rows that were not done when the batch was cancelled have none. */
async function* each(chunks: ReturnType<ReadOutcomes>): AsyncGenerator<Outcome, undefined> {
  for await (const { results } of chunks) {
    for (let row = 0; row < results.status.length; row++) yield outcomeAt(results, row)
  }
  return undefined
}

function padded(record: readonly string[], columns: number): string[] {
  const cells = [...record]
  while (cells.length < columns) cells.push('')
  return cells
}
