import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { type TraceStep, verdictDomainOf } from '../../verification/index.js'
import { readEmails } from '../input/rows/readEmails.js'
import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { FairDownloads } from '../internal/fairDownloads.js'
import type { FindBatch } from '../internal/findBatch.js'
import type { ReadOutcomes } from '../internal/readOutcomes.js'
import { requireResults } from '../internal/requireResults.js'
import type { Viewer } from '../internal/viewer.js'
import { outcomeAt } from '../run/columns.js'
import { type RowVerdict, verdictOf } from '../run/outcome.js'

export interface BatchRow {
  /** Index of the input row, from 0. */
  readonly index: number
  /** As given; null if the format does not include it or the input has been deleted. */
  readonly email: string | null
  readonly verdict: RowVerdict
  readonly steps?: readonly TraceStep[]
}

export interface BatchResults {
  readonly view: BatchView
  /** Rows in input order, a chunk at a time. */
  chunks(): AsyncIterable<readonly BatchRow[]>
}

interface ResultsDependencies {
  readonly findBatch: FindBatch
  readonly readOutcomes: ReadOutcomes
  readonly blobs: BlobStore
  readonly vault: Vault
  readonly viewOf: ViewOf
}

/**
 * All results of a batch, read as they are consumed.
 */
export type ReadBatchResults = (viewer: Viewer, id: string) => Promise<BatchResults>

export const createReadBatchResults =
  ({ findBatch, readOutcomes, blobs, vault, viewOf }: ResultsDependencies): ReadBatchResults =>
  async (viewer, id) => {
    const batch = await findBatch(viewer, id)
    requireResults(batch)
    return { view: await viewOf(id, batch), chunks }

    async function* chunks() {
      const emails = batch.format === 'full' ? readEmails(blobs, batch.rows) : undefined
      try {
        for await (const { from, to, results, steps } of readOutcomes(id, batch)) {
          const traces = steps === null ? undefined : await openSteps(steps)
          const rows: BatchRow[] = []
          for (let row = 0; row < to - from; row++) {
            const email = (await emails?.next())?.value ?? null
            const verdict = verdictOf(outcomeAt(results, row), email ?? undefined, verdictDomainOf)
            const trace = traces?.[row]
            rows.push({ index: from + row, email, verdict, ...(trace && { steps: trace }) })
          }
          yield rows
        }
      } finally {
        await emails?.return()
      }
    }

    async function openSteps(sealed: string): Promise<readonly (readonly TraceStep[])[] | undefined> {
      const text = await vault.open(viewer.account, sealed)
      return text === undefined ? undefined : JSON.parse(text)
    }
  }

/**
 * The results as callers read them: subject to the fair limit on downloads.
 * @param signal aborts when the caller has disconnected
 */
export type GetBatchResults = (viewer: Viewer, id: string, signal?: AbortSignal) => Promise<BatchResults>

export const createGetBatchResults =
  (readBatchResults: ReadBatchResults, fairDownloads: FairDownloads): GetBatchResults =>
  async (viewer, id, signal) => {
    const { view, chunks } = await readBatchResults(viewer, id)
    return { view, chunks: () => fairDownloads(viewer.account, chunks(), signal) }
  }
