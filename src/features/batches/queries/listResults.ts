import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { V1Verdict } from '../../verification/index.js'
import { batchNotFound } from '../decide.js'
import { requireResults } from '../internal/requireResults.js'
import type { Viewer } from '../internal/viewer.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { batchResults, type ResultsDocument, resultsId } from '../projections/batchResults.js'
import { outcomeAt } from '../run/columns.js'
import { checksOf, isValid } from '../run/outcome.js'
import type { FindBatches } from './getBatches.js'

/** Chunks of one batch that are read at once where only some verdicts are wanted. */
const AT_ONCE = 10
/** Chunks that are looked through for one page: a page of rare verdicts may be short although more follow. */
const MOST_CHUNKS = 100
/** The same of all pages that are read together, but one of each. */
const MOST_CHUNKS_IN_ALL = 300

export interface ResultQuestion {
  readonly batchId: string
  /** The row behind which the page begins. */
  readonly after?: number
  /** Rows of a page. */
  readonly limit: number
  /** Only rows of this verdict. */
  readonly verdict?: V1Verdict['status']
}

export interface ResultRow {
  /** Of the input row, from 0. */
  readonly index: number
  readonly valid: boolean
  readonly disposable: boolean
  /** Why it is invalid. */
  readonly error: V1Verdict['reason'] | null
}

export interface ResultPage {
  readonly rows: readonly ResultRow[]
  /** The last row that was looked at: behind it the list goes on. */
  readonly seen: number | undefined
  /** Whether there are rows behind it. */
  readonly more: boolean
  /** Rows of all verdicts. */
  readonly total: number
}

export interface ListResultsDependencies {
  readonly eventing: Eventing
  readonly findBatches: FindBatches
}

/**
 * Pages of the results of several batches, read together: as many readings for a hundred batches as for one. What
 * cannot be read of a batch is its Failure: BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED.
 */
export const createListResults = ({ eventing, findBatches }: ListResultsDependencies) => {
  const model = eventing.read(batchResults)

  return async (viewer: Viewer, questions: readonly ResultQuestion[]): Promise<readonly (ResultPage | Failure)[]> => {
    await eventing.waitForHead([batches.name, batchResults.name])
    const ids = [...new Set(questions.map(({ batchId }) => batchId))]
    const found = await findBatches(viewer, ids)
    const most = Math.max(1, Math.min(MOST_CHUNKS, Math.floor(MOST_CHUNKS_IN_ALL / questions.length)))
    const pages = questions.map((question) => begin(question, found[ids.indexOf(question.batchId)], most))
    for (;;) {
      const open = pages.filter((page): page is Page => !(page instanceof Failure) && !page.done())
      if (open.length === 0) return pages.map((page) => (page instanceof Failure ? page : page.answer()))
      const wanted = open.map((page) => page.wanted())
      const chunks = await model.getMany(wanted.flat())
      let place = 0
      for (const [index, page] of open.entries()) {
        const end = place + wanted[index]!.length
        page.take(chunks.slice(place, end))
        place = end
      }
    }
  }
}

function begin(question: ResultQuestion, batch: BatchDocument | undefined, most: number): Page | Failure {
  if (!batch) return batchNotFound()
  try {
    requireResults(batch)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  return createPage(question, batch, most)
}

type Page = ReturnType<typeof createPage>

/** One page on its way: which chunks it needs next, and what it found in them; where it searches, in so many at most. */
function createPage(
  { batchId, after, limit, verdict }: ResultQuestion,
  { processed, chunk }: BatchDocument,
  most: number,
) {
  const rows: ResultRow[] = []
  let next = (after ?? -1) + 1
  let read = 0
  // A page without a verdict is full after two chunks at most.
  const maximum = verdict === undefined ? MOST_CHUNKS : most

  return {
    done: (): boolean => rows.length >= limit || next >= processed || read >= maximum,
    /** Ids of the chunks to be read, in order. */
    wanted(): string[] {
      const first = next - (next % chunk)
      const count = verdict === undefined ? 1 : Math.min(AT_ONCE, maximum - read)
      const starts = Array.from({ length: count }, (_, place) => first + place * chunk)
      return starts.filter((start) => start < processed).map((start) => resultsId(batchId, start))
    },
    take(chunks: readonly (ResultsDocument | undefined)[]): void {
      for (const document of chunks) {
        if (!document) throw new StoreUnavailable(`the results of ${batchId} from row ${next} on cannot be read yet`)
        read++
        for (; next < document.to && rows.length < limit; next++) {
          const outcome = outcomeAt(document.results, next - document.from)
          if (verdict !== undefined && outcome.status !== verdict) continue
          const { disposable } = checksOf(outcome)
          rows.push({ index: next, valid: isValid(outcome), disposable, error: outcome.reason ?? null })
        }
        if (rows.length >= limit) return
      }
    },
    answer: (): ResultPage => ({
      rows,
      seen: next > 0 ? next - 1 : undefined,
      more: next < processed,
      total: processed,
    }),
  }
}
