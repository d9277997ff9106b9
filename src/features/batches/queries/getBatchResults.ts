// The results of an asynchronous batch, row by row.
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { Log } from '../../../kernel/log.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Contributed } from '../../pool/index.js'
import {
  type RulesInForce,
  type RulesOf,
  type RulingView,
  type TraceStep,
  verdictDomainOf,
} from '../../verification/index.js'
import { readInput } from '../input/rows/readEmails.js'
import type { InputRow } from '../input/rows/readRows.js'
import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { FairDownloads } from '../internal/fairDownloads.js'
import type { FindBatch } from '../internal/findBatch.js'
import type { ReadContributed } from '../internal/readContributed.js'
import type { ReadOutcomes } from '../internal/readOutcomes.js'
import { requireResults } from '../internal/requireResults.js'
import type { Viewer } from '../internal/viewer.js'
import { outcomeAt } from '../run/columns.js'
import { decisionOf, type Outcome, type RowVerdict, verdictOf } from '../run/outcome.js'

export interface BatchRow {
  /** Index of the input row, from 0. */
  readonly index: number
  /** As given; null if the format does not include it, or the input has been deleted or is damaged. */
  readonly email: string | null
  readonly verdict: RowVerdict
  /** What the account's own rules decided; absent if it had none. */
  readonly ruling?: RulingView | undefined
  readonly steps?: readonly TraceStep[]
  /** What its contribution to the signal pool earned, if it was contributed and that is read. */
  readonly contributed?: Contributed | undefined
}

export interface BatchResults {
  readonly view: BatchView
  /** Rows in input order, a chunk at a time. */
  chunks(): AsyncIterable<readonly BatchRow[]>
}

interface ResultsDependencies {
  readonly findBatch: FindBatch
  readonly readOutcomes: ReadOutcomes
  readonly readContributed: ReadContributed
  readonly blobs: BlobStore
  readonly log: Log
  readonly vault: Vault
  readonly rulesOf: RulesOf
  readonly viewOf: ViewOf
}

/**
 * All results of a batch, read as they are consumed.
 * @param withContributed whether full results have `contributed`; contributions that are still to be made are waited for
 */
export type ReadBatchResults = (viewer: Viewer, id: string, withContributed: boolean) => Promise<BatchResults>

export const createReadBatchResults =
  ({
    findBatch,
    readOutcomes,
    readContributed,
    blobs,
    log,
    vault,
    rulesOf,
    viewOf,
  }: ResultsDependencies): ReadBatchResults =>
  async (viewer, id, withContributed) => {
    const batch = await findBatch(viewer, id)
    requireResults(batch)
    return { view: await viewOf(id, batch), chunks }

    async function* chunks() {
      const input = batch.format === 'full' ? readInput({ blobs, log }, batch.rows) : undefined
      const rules = batch.rules === undefined ? undefined : await rulesOf(viewer.account, batch.rules)
      const contributedOf = input && withContributed ? readContributed(batch) : undefined
      try {
        for await (const chunk of readOutcomes(id, batch)) {
          const { from, to, results, steps } = chunk.document
          const traces = steps === null ? undefined : await openSteps(steps)
          const given: (InputRow | undefined)[] = []
          while (given.length < to - from) given.push((await input?.next())?.value ?? undefined)
          const contributed = await contributedOf?.(chunk, given)
          yield given.map((row, index): BatchRow => {
            const email = row?.email ?? null
            const outcome = outcomeAt(results, index)
            const verdict = verdictOf(outcome, email ?? undefined, verdictDomainOf)
            const trace = traces?.[index]
            return {
              index: from + index,
              email,
              verdict,
              ruling: rulingOf(outcome, batch.rules, rules),
              ...(trace && { steps: trace }),
              contributed: contributed?.[index],
            }
          })
        }
      } finally {
        await input?.return()
      }
    }

    async function openSteps(sealed: string): Promise<readonly (readonly TraceStep[])[] | undefined> {
      const text = await vault.open(viewer.account, sealed)
      return text === undefined ? undefined : JSON.parse(text)
    }
  }

/** What the rules decided about a row, with what they say to the visitor. */
function rulingOf(
  outcome: Outcome,
  version: number | undefined,
  rules: RulesInForce | undefined,
): RulingView | undefined {
  const decision = version === undefined ? undefined : decisionOf(outcome)
  if (!decision) return undefined
  const message = decision.rule === null ? null : (rules?.messageOf(decision.rule) ?? null)
  return { ...decision, message, version: version! }
}

/**
 * The results as callers read them: subject to the fair limit on downloads.
 * @param signal aborts when the caller has disconnected
 */
export type GetBatchResults = (viewer: Viewer, id: string, signal?: AbortSignal) => Promise<BatchResults>

export const createGetBatchResults =
  (readBatchResults: ReadBatchResults, fairDownloads: FairDownloads): GetBatchResults =>
  async (viewer, id, signal) => {
    // However fast an account's requests are refused, they do so one per turn of the event loop.
    await yieldToEventLoop(viewer.account)
    const { view, chunks } = await readBatchResults(viewer, id, true)
    return { view, chunks: () => fairDownloads(viewer.account, chunks(), signal) }
  }
