// Verifies the rows of one chunk.
import type { ConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { mapConcurrent } from '../../../kernel/concurrency/mapConcurrent.js'
import { mapMaybePromise } from '../../../kernel/concurrency/mapMaybePromise.js'
import { createSlicer, yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { SharedResult } from '../../pool/events.js'
import {
  createTrace,
  type Judge,
  type JudgedFacts,
  type Membership,
  type Ruler,
  type TraceStep,
} from '../../verification/index.js'
import type { InputRow } from '../input/rows/readRows.js'
import { EMPTY_CELL_OUTCOME, type Outcome, outcomeOf, UNEVEN_ROW_OUTCOME } from './outcome.js'

/** Rows started in one turn of the event loop, so that other work gets turns too. */
const SLICE = { ms: 2, maxPieces: 200, clockInterval: 8 }

/** The outcome of a row, or the earlier row whose outcome it shares. */
type RowOutcome = Outcome | { readonly sameAs: number }

export interface VerifiedChunk {
  readonly rows: readonly InputRow[]
  readonly outcomes: readonly RowOutcome[]
  /** Steps per row; undefined unless the batch was submitted with `debug`. */
  readonly steps: readonly (readonly TraceStep[])[] | undefined
  /** Version of the lists by which the first row was judged; undefined if none was. */
  readonly lists: string | undefined
  /** Rows for which the signal pool was queried. */
  readonly poolLookUps: number
  /** Results that may be contributed to the signal pool. */
  readonly shared: readonly SharedResult[]
  readonly durationMs: number
}

export interface ChunkWork {
  readonly account: string
  readonly judge: Judge
  readonly membership?: Membership | undefined
  /** The account's rules, if it has any. */
  readonly ruler?: Ruler | undefined
  /** Bounds the rows of the run that wait for DNS. */
  readonly concurrencyLimit: ConcurrencyLimit
  readonly signal: AbortSignal
  readonly sandbox: boolean
  readonly debug: boolean
  /** Whether mail servers are asked once every row is verified. */
  readonly asksLater?: boolean
}

/** Verifies the rows of one chunk, concurrently up to the limit of the run. An abort does not wait for DNS. */
export async function verifyChunk(rows: readonly InputRow[], work: ChunkWork): Promise<VerifiedChunk> {
  const { account, judge, membership, ruler, concurrencyLimit, signal, sandbox, debug, asksLater } = work
  const startedAt = performance.now()
  const steps: (readonly TraceStep[])[] | undefined = debug ? rows.map(() => []) : undefined
  const shared: SharedResult[] = []
  let poolLookUps = 0
  let lists: string | undefined
  await yieldToEventLoop(account)
  const yieldIfDue = createSlicer({ ...SLICE, account })
  const outcomes = await mapConcurrent(rows, outcomeOfRow, { concurrencyLimit, yieldIfDue, signal })
  return { rows, outcomes, steps, lists, poolLookUps, shared, durationMs: Math.round(performance.now() - startedAt) }

  function outcomeOfRow({ email, sameAs, uneven }: InputRow, index: number): RowOutcome | Promise<RowOutcome> {
    if (email === null) return uneven ? UNEVEN_ROW_OUTCOME : EMPTY_CELL_OUTCOME
    if (sameAs !== undefined) return { sameAs }
    const trace = debug ? createTrace(() => performance.now()) : undefined
    if (steps && trace) steps[index] = trace.steps
    return mapMaybePromise(judge(email, { account, sandbox, asksLater, membership, ruler, signal, trace }), note)
  }

  function note(judged: JudgedFacts): Outcome {
    if (judged.poolConsulted) poolLookUps++
    if (judged.shared) shared.push(judged.shared)
    lists ??= judged.facts.lists
    return outcomeOf(judged.verdict, judged.judgement, judged.ruling)
  }
}
