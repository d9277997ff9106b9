// Pages of the results of several batches.
import type { Reading } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { MailboxResult } from '../../../kernel/ports/mailboxes.js'
import type { Decision, V1Verdict } from '../../verification/index.js'
import { batchNotFound } from '../decide.js'
import type { FindBatches } from '../internal/findBatch.js'
import { whyMissing } from '../internal/readOutcomes.js'
import { requireResults } from '../internal/requireResults.js'
import type { Viewer } from '../internal/viewer.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { batchResults, type ResultsDocument, resultsId } from '../projections/batchResults.js'
import { outcomeAt } from '../run/columns.js'
import { checksOf, decisionOf, isValid, kindOf, type ResultKind, type RowReason } from '../run/outcome.js'

/** Chunks of one batch read in one round when results are filtered by verdict. */
const CHUNKS_PER_ROUND = 10
/** Chunks scanned for one page; a page of rare verdicts may therefore be short although more rows follow. */
const MAX_CHUNKS_PER_PAGE = 100
/** Chunks scanned for all pages that are read together; each page may always scan one. */
const MAX_CHUNKS = 300

export interface ResultPageQuery {
  readonly batchId: string
  /** The row after which the page begins. */
  readonly after?: number
  /** Maximum rows per page. */
  readonly limit: number
  /** Only rows with this verdict. */
  readonly verdict?: V1Verdict['status']
  /** Only rows of this kind. */
  readonly only?: ResultKind
}

interface ResultRow {
  /** Index of the input row, from 0. */
  readonly index: number
  readonly valid: boolean
  readonly status: V1Verdict['status']
  readonly disposable: boolean
  readonly role: boolean
  /** Why the address is invalid; null if it is not. */
  readonly error: RowReason | null
  /** What the account's own rules decided, and the name of the rule that did; null without. */
  readonly action: Decision | null
  readonly rule: string | null
  /** What the mail server said, and whether that is final; null if it was not asked. */
  readonly mailbox: MailboxResult | null
  readonly mailboxFinal: boolean | null
}

export interface ResultPage {
  readonly rows: readonly ResultRow[]
  /** The last row scanned, after which the list can be resumed. */
  readonly seen: number | undefined
  /** Whether rows follow the last one scanned. */
  readonly more: boolean
  /** Processed rows, whatever their verdict. */
  readonly total: number
}

interface ListResultsDependencies {
  readonly eventing: Reading
  readonly findBatches: FindBatches
}

/**
 * Pages of the results of several batches, read together with as many store calls for a hundred batches as for one. A
 * batch that cannot be read yields its Failure in place of a page: BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED.
 */
export type ListResults = (
  viewer: Viewer,
  questions: readonly ResultPageQuery[],
) => Promise<readonly (ResultPage | Failure)[]>

export const createListResults = ({ eventing, findBatches }: ListResultsDependencies): ListResults => {
  const model = eventing.read(batchResults)

  return async (viewer, questions) => {
    await eventing.waitForHead([batches.name, batchResults.name])
    const ids = [...new Set(questions.map(({ batchId }) => batchId))]
    const found = await findBatches(viewer, ids)
    const maxFilteredChunks = Math.max(1, Math.min(MAX_CHUNKS_PER_PAGE, Math.floor(MAX_CHUNKS / questions.length)))
    const pages = questions.map((question) => begin(question, found[ids.indexOf(question.batchId)], maxFilteredChunks))
    for (;;) {
      const open = pages.filter((page): page is Page => !(page instanceof Failure) && !page.done())
      if (open.length === 0) return pages.map((page) => (page instanceof Failure ? page : page.answer()))
      const wanted = open.map((page) => page.wanted())
      const chunks = await model.getMany(wanted.flat())
      let from = 0
      for (const [index, page] of open.entries()) {
        const end = from + wanted[index]!.length
        const missing = page.take(chunks.slice(from, end))
        from = end
        if (!missing) continue
        const reason = await whyMissing(eventing, missing.batchId, missing.from)
        if (!(reason instanceof Failure)) throw reason
        pages[pages.indexOf(page)] = reason
      }
    }
  }
}

function begin(question: ResultPageQuery, batch: BatchDocument | undefined, maxFilteredChunks: number): Page | Failure {
  if (!batch) return batchNotFound()
  try {
    requireResults(batch)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  return createPage(question, batch, maxFilteredChunks)
}

type Page = ReturnType<typeof createPage>

/**
 * A page that is being read: which chunks it needs next, and the rows found so far.
 * @param maxFilteredChunks bound on the chunks scanned when rows are filtered by verdict
 */
function createPage(
  { batchId, after, limit, verdict, only }: ResultPageQuery,
  { processed, chunk }: BatchDocument,
  maxFilteredChunks: number,
) {
  const rows: ResultRow[] = []
  let next = (after ?? -1) + 1
  let read = 0
  const isFiltered = verdict !== undefined || only !== undefined
  // A page without a filter is full after two chunks at most.
  const maxChunks = isFiltered ? maxFilteredChunks : MAX_CHUNKS_PER_PAGE

  return {
    done: (): boolean => rows.length >= limit || next >= processed || read >= maxChunks,
    /** Ids of the chunks to read next, in order. */
    wanted(): string[] {
      const first = next - (next % chunk)
      const count = isFiltered ? Math.min(CHUNKS_PER_ROUND, maxChunks - read) : 1
      const starts = Array.from({ length: count }, (_, index) => first + index * chunk)
      return starts.filter((start) => start < processed).map((start) => resultsId(batchId, start))
    },
    /** @returns where the first chunk that is missing begins, if one is */
    take(chunks: readonly (ResultsDocument | undefined)[]): { batchId: string; from: number } | undefined {
      for (const document of chunks) {
        if (!document) return { batchId, from: next }
        read++
        for (; next < document.to && rows.length < limit; next++) {
          const outcome = outcomeAt(document.results, next - document.from)
          const { status, reason = null, mailbox } = outcome
          if (verdict !== undefined && status !== verdict) continue
          if (only !== undefined && kindOf(outcome) !== only) continue
          const { disposable, role } = checksOf(outcome)
          const { action = null, rule = null } = decisionOf(outcome) ?? {}
          const asked = {
            mailbox: mailbox?.result ?? null,
            mailboxFinal: mailbox ? mailbox.retryAt === undefined : null,
          }
          const own = { action, rule, ...asked }
          rows.push({ index: next, valid: isValid(outcome), status, disposable, role, error: reason, ...own })
        }
        if (rows.length >= limit) break
      }
      return undefined
    },
    answer: (): ResultPage => ({
      rows,
      seen: next > 0 ? next - 1 : undefined,
      more: next < processed,
      total: processed,
    }),
  }
}
