import type { ConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { mapConcurrent } from '../../../kernel/concurrency/mapConcurrent.js'
import type { SharedResult } from '../../pool/events.js'
import { createTrace, type Judge, type Judged, type Membership, type Step } from '../../verification/index.js'
import type { InputRow } from '../input/readRows.js'
import { EMPTY, type Outcome, outcomeOf } from './outcome.js'

/** Rows that are begun in one turn of the event loop, so that others have theirs. */
const SLICE = 200

/** A row that repeats an earlier one has its outcome only when that one has. */
export type RowOutcome = Outcome | { readonly sameAs: number }

export interface VerifiedChunk {
  readonly rows: readonly InputRow[]
  readonly outcomes: readonly RowOutcome[]
  /** Of each row, where they were asked for. */
  readonly steps: readonly (readonly Step[])[] | undefined
  /** Rows that the pool was asked for. */
  readonly asked: number
  /** What may be contributed. */
  readonly shared: readonly SharedResult[]
  readonly durationMs: number
}

export interface ChunkWork {
  readonly account: string
  readonly judge: Judge
  readonly membership?: Membership | undefined
  readonly places: ConcurrencyLimit
  /** Resolves in a turn of the event loop that is the account's. */
  readonly takeTurn: () => Promise<void>
  readonly signal: AbortSignal
  readonly sandbox: boolean
  readonly debug: boolean
}

/** Verdicts of the rows of one chunk; as many at once as the batch has places. An abort does not wait for DNS. */
export async function verifyChunk(rows: readonly InputRow[], work: ChunkWork): Promise<VerifiedChunk> {
  const { account, judge, membership, places, takeTurn: yieldTurn, signal, sandbox, debug } = work
  const began = performance.now()
  const steps: (readonly Step[])[] | undefined = debug ? rows.map(() => []) : undefined
  const shared: SharedResult[] = []
  let asked = 0
  await yieldTurn()
  const outcomes = await mapConcurrent(rows, outcomeOfRow, { places, sliceSize: SLICE, yieldTurn, signal })
  return { rows, outcomes, steps, asked, shared, durationMs: Math.round(performance.now() - began) }

  function outcomeOfRow({ email, sameAs }: InputRow, index: number): RowOutcome | Promise<RowOutcome> {
    if (email === null) return EMPTY
    if (sameAs !== undefined) return { sameAs }
    const trace = debug ? createTrace(() => performance.now()) : undefined
    const judged = judge(email, { account, sandbox, membership, signal, trace })
    if (steps && trace) steps[index] = trace.steps
    return judged instanceof Promise ? judged.then(note) : note(judged)
  }

  function note(judged: Judged): Outcome {
    if (judged.asked) asked++
    if (judged.shared) shared.push(judged.shared)
    return outcomeOf(judged.verdict)
  }
}
