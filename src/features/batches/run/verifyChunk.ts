import { abortable } from '../../../kernel/singleFlight.js'
import type { SharedResult } from '../../pool/events.js'
import { createTrace, type Judge, type Judged, type Membership, type Step } from '../../verification/index.js'
import type { InputRow } from '../input/readRows.js'
import type { TakeTurn } from './loopTurns.js'
import { EMPTY, type Outcome, outcomeOf } from './outcome.js'
import type { Places } from './places.js'

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
  readonly judge: Judge
  readonly membership?: Membership | undefined
  readonly places: Places
  readonly takeTurn: TakeTurn
  readonly signal: AbortSignal
  readonly sandbox: boolean
  readonly debug: boolean
}

/** Verdicts of the rows of one chunk; as many at once as the batch has places. An abort does not wait for DNS. */
export async function verifyChunk(rows: readonly InputRow[], work: ChunkWork): Promise<VerifiedChunk> {
  const { judge, membership, places, takeTurn, signal, sandbox, debug } = work
  const began = performance.now()
  const outcomes: RowOutcome[] = new Array(rows.length)
  const steps: (readonly Step[])[] | undefined = debug ? rows.map(() => []) : undefined
  const pending: Promise<void>[] = []
  const shared: SharedResult[] = []
  let asked = 0
  let failed: { readonly error: unknown } | undefined

  for (const [index, { email, sameAs }] of rows.entries()) {
    if (index % SLICE === 0) await takeTurn()
    if (failed) break
    if (email === null) outcomes[index] = EMPTY
    else if (sameAs !== undefined) outcomes[index] = { sameAs }
    else {
      signal.throwIfAborted()
      const trace = debug ? createTrace(() => performance.now()) : undefined
      const judged = judge(email, { sandbox, membership, signal, trace })
      if (steps && trace) steps[index] = trace.steps
      if (!(judged instanceof Promise)) note(index, judged)
      else {
        const settled = judged
          .then((known) => note(index, known))
          .catch((error: unknown) => {
            failed ??= { error }
          })
          .finally(places.give)
        pending.push(settled)
        // Without a wait where there is none: what is asked in one turn goes to the pool together.
        const place = places.take()
        if (place) await abortable(place, signal)
      }
    }
  }
  await abortable(Promise.all(pending), signal)
  if (failed) throw failed.error
  return { rows, outcomes, steps, asked, shared, durationMs: Math.round(performance.now() - began) }

  function note(index: number, judged: Judged): void {
    outcomes[index] = outcomeOf(judged.verdict)
    if (judged.asked) asked++
    if (judged.shared) shared.push(judged.shared)
  }
}
