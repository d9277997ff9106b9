// Asks mail servers about the mailboxes of a completed batch, until every row has its final answer or the time is up.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { createFairQueue, type FairQueue } from '../../../kernel/concurrency/fairQueue.js'
import { sharedWork } from '../../../kernel/limits.js'
import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
import { type AskMailbox, verdictDomainOf } from '../../verification/index.js'
import { readRows } from '../input/rows/readRows.js'
import { appendToPhase, endPhase, loadMailboxPhase, type MailboxPhase, type RowAnswer } from '../mailboxes/phase.js'

export const ASK_MAILBOXES = 'ask_mailboxes'

const { turnMs, atATime, ofOneDomain, queued, queuedOfOneDomain, answersPerEvent, recordedEveryMs, leastPauseMs } =
  sharedWork.batchMailboxes

interface AskDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly askMailbox: AskMailbox
  readonly clock: Clock
}

/** A row, with those that repeat its address. */
interface WaitingRow {
  readonly email: string
  readonly rows: number[]
}

interface WaitingRows {
  readonly queue: FairQueue<WaitingRow>
  /** Whether no other row may be asked about now. */
  readonly isAll: boolean
  /** When the first of the others may be, milliseconds since the epoch. */
  readonly nextAt: number
}

/**
 * The one writer of the answers. A conflict, or the end of the process, loses what it has not appended; when it is asked for again, the
 * answers that servers have given are known, so that no mailbox is named twice for it. Retries are runs of the job, at
 * the time that the answers before allow.
 */
export function createAskMailboxes({ eventing, blobs, askMailbox, clock }: AskDependencies): JobHandler {
  return async function askMailboxes(id, { signal }) {
    const phase = await loadMailboxPhase(eventing, id)
    if (!phase) return undefined
    try {
      const again = await takeTurn(phase, signal)
      if (again !== undefined) return { again }
      await record(phase, phase.leftOver(clock.now()))
      await appendToPhase(eventing, phase, [endPhase(phase)])
      return undefined
    } catch (error) {
      if (error instanceof ConcurrencyConflict || signal.aborted) return { again: clock.now() }
      throw error
    }
  }

  async function record(phase: MailboxPhase, answers: readonly RowAnswer[]): Promise<void> {
    for (let from = 0; from < answers.length; from += answersPerEvent)
      await appendToPhase(eventing, phase, phase.decide(answers.slice(from, from + answersPerEvent)))
  }

  /** @returns when to ask again, milliseconds since the epoch; undefined if there is nothing left to ask */
  async function takeTurn(phase: MailboxPhase, signal: AbortSignal): Promise<number | undefined> {
    const startedAt = clock.now()
    if (phase.waiting === 0 || startedAt >= phase.until) return undefined
    const waiting = await readWaiting(phase, startedAt)
    if (!waiting) return undefined
    const { queue, isAll } = waiting
    const turnEndsAt = Math.min(startedAt + turnMs, phase.until)
    const { account, sandbox } = phase.batch.submitted
    const inFlight = new Map<string, number>()
    const mayServe = (domain: string) => (inFlight.get(domain) ?? 0) < ofOneDomain
    let asking = 0
    let answers: RowAnswer[] = []
    let { nextAt } = waiting
    let failure: { readonly error: unknown } | undefined
    let wake: (() => void) | undefined

    function note({ rows }: WaitingRow, answer: RecordedMailbox): void {
      for (const row of rows) answers.push({ row, answer })
      if (answer.retryAt !== undefined) nextAt = Math.min(nextAt, answer.retryAt)
    }

    function startMore(): void {
      while (asking < atATime && clock.now() < turnEndsAt && !signal.aborted && !failure) {
        const next = queue.take(mayServe)
        if (!next) return
        const { key: domain, item } = next
        asking++
        inFlight.set(domain, (inFlight.get(domain) ?? 0) + 1)
        void askMailbox(item.email, { account, sandbox, waitMs: turnEndsAt - clock.now(), signal })
          .then(
            (answer) => note(item, answer),
            (error: unknown) => {
              failure ??= { error }
            },
          )
          .finally(() => {
            asking--
            inFlight.set(domain, inFlight.get(domain)! - 1)
            startMore()
            wake?.()
          })
      }
    }

    async function recordAnswers(): Promise<void> {
      const given = answers
      answers = []
      try {
        await record(phase, given)
      } catch (error) {
        // Whatever is asked from now on would not be recorded.
        failure ??= { error }
        throw error
      }
    }

    startMore()
    let recordedAt = clock.now()
    while (asking > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      if (answers.length < answersPerEvent && clock.now() < recordedAt + recordedEveryMs) continue
      await recordAnswers()
      recordedAt = clock.now()
    }
    await recordAnswers()
    if (failure) throw failure.error
    if (phase.waiting === 0) return undefined
    const left = queue.size() > 0 || !isAll ? clock.now() : nextAt
    return Math.min(Math.max(left, clock.now() + leastPauseMs), phase.until)
  }

  /** The rows that may be asked about, by domain, so that no operator sees a burst; undefined if the input has been deleted. */
  async function readWaiting(phase: MailboxPhase, now: number): Promise<WaitingRows | undefined> {
    const { rows, chunk } = phase.batch.submitted
    const queue = createFairQueue<WaitingRow>()
    const firsts = new Map<number, WaitingRow>()
    let isAll = true
    let nextAt = Infinity
    let index = -1
    try {
      for await (const part of readRows(blobs, rows, { chunk, offset: 0 })) {
        for (const { email, sameAs } of part) {
          index++
          if (email === null || !phase.isWaiting(index)) continue
          // A process that was killed may have recorded the answer of the first row only.
          if (sameAs !== undefined && phase.isWaiting(sameAs)) {
            firsts.get(sameAs)?.rows.push(index)
            continue
          }
          const mayAskAt = phase.mayAskAt(index)
          if (mayAskAt > now) {
            nextAt = Math.min(nextAt, mayAskAt)
            continue
          }
          const domain = verdictDomainOf(email)
          if (queue.size() >= queued || queue.waiting(domain) >= queuedOfOneDomain) {
            isAll = false
            continue
          }
          const row = { email, rows: [index] }
          firsts.set(index, row)
          queue.add(domain, row)
        }
      }
    } catch (error) {
      if (error instanceof BlobMissing) return undefined
      throw error
    }
    return { queue, isAll, nextAt }
  }
}
