// The part of a completed batch in which mail servers are asked about the mailboxes of its valid rows.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { newId } from '../../../kernel/ids.js'
import { createNumbering } from '../../../kernel/numbering.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
import type { BatchEvent, BatchTotals, ResultColumns } from '../events.js'
import { isRiskyAt } from '../projections/doubt.js'
import { refusesMailbox } from '../run/outcome.js'
import { type BatchState, batch, evolve, type SubmittedBatch } from '../state.js'

/** Kinds of rows that wait; 0 is one that is not asked about. */
const DELIVERABLE = 1
const RISKY = 2
const DONE = 3

/** What the one writer of the phase knows. */
export interface MailboxPhase {
  readonly id: string
  readonly correlationId: string
  readonly batch: SubmittedBatch
  revision: bigint
  /** When asking ends at the latest, milliseconds since the epoch. */
  readonly until: number
  /** Rows that wait for a final answer. */
  readonly waiting: number
  /** Those of the batch, after what servers have refused. */
  readonly totals: BatchTotals
  isWaiting(row: number): boolean
  /** From when a row that waits may be asked about, as far as is recorded, milliseconds since the epoch. */
  mayAskAt(row: number): number
  /** What is new among the answers: an event, unless there is nothing. */
  decide(answers: readonly RowAnswer[]): BatchEvent[]
  /** What rows that still wait are left with: what is known of them, which nothing changes any more. */
  leftOver(now: number): RowAnswer[]
}

export interface RowAnswer {
  readonly row: number
  readonly answer: RecordedMailbox
}

/** Accumulates what the events of a batch say; made anew for each load, and changed in place. */
class Rows {
  state: BatchState = { status: 'none' }
  correlationId = ''
  completedAt: number | undefined
  hasEnded = false
  waiting = 0
  refused = 0
  #kinds = new Uint8Array(0)
  /** The last answers that are not final. */
  readonly #open = new Map<number, RecordedMailbox>()
  #next = 0

  apply(event: Recorded<BatchEvent>): void {
    this.state = evolve(this.state, event)
    switch (event.type) {
      case 'BatchSubmitted':
        this.correlationId = event.meta.correlationId
        if (event.data.mailbox) this.#kinds = new Uint8Array(event.data.total)
        break
      case 'BatchChunkVerified':
        this.#add(event.data.results)
        break
      case 'BatchCompleted':
        this.completedAt = Date.parse(event.recordedAt)
        break
      case 'BatchMailboxesAsked':
        this.refused += event.data.refused.deliverable + event.data.refused.risky
        for (const [at, row] of event.data.rows.entries()) this.note(row, event.data.answers[event.data.answer[at]!]!)
        break
      case 'BatchMailboxesEnded':
        this.hasEnded = true
    }
  }

  #add(columns: ResultColumns): void {
    for (let row = 0; row < columns.status.length; row++, this.#next++) {
      if (columns.status[row] !== 'v' || this.#next >= this.#kinds.length) continue
      this.#kinds[this.#next] = isRiskyAt(columns, row) ? RISKY : DELIVERABLE
      this.waiting++
    }
  }

  isWaiting(row: number): boolean {
    return this.#kinds[row] === DELIVERABLE || this.#kinds[row] === RISKY
  }

  isRisky(row: number): boolean {
    return this.#kinds[row] === RISKY
  }

  /** Whether an answer says anything that is not recorded. */
  isNew(row: number, { result, retryAt }: RecordedMailbox): boolean {
    if (!this.isWaiting(row)) return false
    return retryAt === undefined || (result !== 'not_checked' && retryAt > this.mayAskAt(row))
  }

  mayAskAt(row: number): number {
    return this.#open.get(row)?.retryAt ?? 0
  }

  *leftOver(now: number): Iterable<RowAnswer> {
    const unasked: RecordedMailbox = { result: 'not_checked', cause: 'waiting', checkedAt: now }
    for (let row = 0; row < this.#kinds.length; row++) {
      if (!this.isWaiting(row)) continue
      const { retryAt: _, ...answer } = this.#open.get(row) ?? unasked
      yield { row, answer }
    }
  }

  note(row: number, answer: RecordedMailbox): void {
    if (!this.isWaiting(row)) return
    if (answer.retryAt !== undefined) {
      this.#open.set(row, answer)
      return
    }
    this.#open.delete(row)
    this.#kinds[row] = DONE
    this.waiting--
  }
}

/** @returns undefined if no mail server is to be asked for this batch, or not any more */
export async function loadMailboxPhase(eventing: Eventing, id: string): Promise<MailboxPhase | undefined> {
  const { stream } = batch(id)
  const { state: rows, revision } = await eventing.load<Rows, BatchEvent>({
    stream,
    initial: new Rows(),
    evolve(loaded, event) {
      loaded.apply(event)
      return loaded
    },
  })
  const { state, completedAt, hasEnded, correlationId } = rows
  if (state.status !== 'completed' || hasEnded || completedAt === undefined || revision === undefined) return undefined
  const { submitted } = state
  if (!submitted.mailbox) return undefined
  return {
    id,
    correlationId,
    batch: state,
    revision,
    until: completedAt + submitted.mailbox.minutes * MINUTE_MS,
    get waiting() {
      return rows.waiting
    },
    get totals() {
      return { ...state.totals, valid: state.totals.valid - rows.refused }
    },
    isWaiting: (row) => rows.isWaiting(row),
    mayAskAt: (row) => rows.mayAskAt(row),
    leftOver: (now) => [...rows.leftOver(now)],
    decide(given) {
      const fresh = given.filter(({ row, answer }) => rows.isNew(row, answer))
      if (fresh.length === 0) return []
      const refused = { deliverable: 0, risky: 0 }
      const answers = createNumbering<string>()
      const answer = fresh.map(({ row, answer: said }) => {
        if (refusesMailbox(said)) refused[rows.isRisky(row) ? 'risky' : 'deliverable']++
        rows.note(row, said)
        return answers.of(JSON.stringify(said))
      })
      rows.refused += refused.deliverable + refused.risky
      const { account, sandbox, chunk } = submitted
      const asked = {
        account,
        sandbox,
        chunk,
        rows: fresh.map(({ row }) => row),
        answer,
        answers: answers.values().map((text): RecordedMailbox => JSON.parse(text)),
        refused,
        waiting: rows.waiting,
      }
      return [{ type: 'BatchMailboxesAsked', data: asked }]
    },
  }
}

/** @throws ConcurrencyConflict if another process has written to the batch: then the phase has to be loaded again */
export async function appendToPhase(
  eventing: Eventing,
  phase: MailboxPhase,
  events: readonly BatchEvent[],
): Promise<void> {
  if (events.length === 0) return
  const actor = { id: 'system', correlationId: phase.correlationId, commandId: newId() }
  const { revision } = await eventing.append(batch(phase.id).stream, events, actor, phase.revision)
  phase.revision = revision
}

/** The end of the phase. */
export const endPhase = ({ batch: { submitted }, totals }: MailboxPhase): BatchEvent => ({
  type: 'BatchMailboxesEnded',
  data: { account: submitted.account, sandbox: submitted.sandbox, totals },
})
