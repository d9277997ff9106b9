import { createTrace, type Judge, type Step } from '../../verification/index.js'
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
  readonly durationMs: number
}

export interface ChunkWork {
  readonly judge: Judge
  readonly places: Places
  readonly takeTurn: TakeTurn
  readonly signal: AbortSignal
  readonly sandbox: boolean
  readonly debug: boolean
}

/** Verdicts of the rows of one chunk; as many at once as the batch has places. */
export async function verifyChunk(rows: readonly InputRow[], work: ChunkWork): Promise<VerifiedChunk> {
  const { judge, places, takeTurn, signal, sandbox, debug } = work
  const began = performance.now()
  const outcomes: RowOutcome[] = new Array(rows.length)
  const steps: (readonly Step[])[] | undefined = debug ? rows.map(() => []) : undefined
  const pending: Promise<void>[] = []
  let failed: { readonly error: unknown } | undefined

  for (const [index, { email, sameAs }] of rows.entries()) {
    if (index % SLICE === 0) await takeTurn()
    if (failed) break
    if (email === null) outcomes[index] = EMPTY
    else if (sameAs !== undefined) outcomes[index] = { sameAs }
    else {
      signal.throwIfAborted()
      const trace = debug ? createTrace(() => performance.now()) : undefined
      const verdict = judge(email, { sandbox, signal, trace })
      if (steps && trace) steps[index] = trace.steps
      if (!(verdict instanceof Promise)) outcomes[index] = outcomeOf(verdict)
      else {
        const settled = verdict
          .then((known) => {
            outcomes[index] = outcomeOf(known)
          })
          .catch((error: unknown) => {
            failed ??= { error }
          })
          .finally(places.give)
        pending.push(settled)
        await places.take()
      }
    }
  }
  await Promise.all(pending)
  if (failed) throw failed.error
  return { rows, outcomes, steps, durationMs: Math.round(performance.now() - began) }
}
