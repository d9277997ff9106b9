import { setImmediate as nextTurn } from 'node:timers/promises'
import { monthOf } from '../../../kernel/clock.js'
import { createConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { createFairTurns } from '../../../kernel/concurrency/fairTurns.js'
import { type ConcurrencyOptions, mapConcurrent } from '../../../kernel/concurrency/mapConcurrent.js'
import { createSlices } from '../../../kernel/concurrency/slices.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { addressesVerified, type ManyRow } from '../addressesVerified.js'
import { type Call, CallerGone } from '../call.js'
import { startDeadline, TIMED_OUT } from '../deadline.js'
import { type Asking, isComplete } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import type { Parsed } from '../engine/mailbox.js'
import { judgeV1 } from '../engine/policy/v1.js'
import { canonicalAddress } from '../engine/syntax/canonicalAddress.js'
import { parseMailbox } from '../engine/syntax/parseMailbox.js'
import { createTrace, type Trace } from '../engine/trace.js'
import type { PendingFacts } from '../gatherFacts.js'
import { lookUpKey } from '../lookUps.js'
import { usageId } from '../projections/usage.js'
import { sandboxFacts } from '../sandbox.js'
import { type Membership, membershipOf } from '../sharing.js'
import type { Row } from '../verdict.js'
import type { VerifyDependencies } from './verifyOne.js'

/** Addresses of one call that ask DNS, or wait for their turn to. */
const PLACES = 2_000
/** Addresses that are begun in one turn of the event loop at most, of all calls together: others have theirs. */
const SLICE = 250

export interface ManyDependencies extends Omit<VerifyDependencies, 'deadlineMs'> {
  /** All deadlines are over when it aborts. */
  readonly hurry?: AbortSignal | undefined
}

export interface ManyOptions {
  readonly debug: boolean
  /** The caller's wish. */
  readonly share: boolean
  /** For all of them. */
  readonly deadlineMs: number
}

type Traced<R extends Row> = R & { readonly trace: Trace | undefined }

/**
 * Many addresses, answered in their order. An address that stands there twice is charged once; what DNS has not
 * answered when the time is over is unknown, and not charged.
 * @throws RateLimited when the month has not enough left for all of them
 */
export function createVerifyMany(dependencies: ManyDependencies) {
  const { eventing, inquire, resultOf, quota, uncharged, lookUps, clock, hurry } = dependencies
  const takeTurn = createFairTurns(nextTurn)

  return async (
    caller: Caller,
    emails: readonly string[],
    { debug, share, deadlineMs }: ManyOptions,
    call: Call,
  ): Promise<readonly Traced<Row>[]> => {
    const turn = () => takeTurn(caller.account)
    if (caller.sandbox)
      return each(
        async (email, trace) => {
          const facts = await sandboxFacts(email, caller, clock, { signal: call.signal, trace })
          return { facts, verdict: judgeV1(facts), trace }
        },
        { places: createConcurrencyLimit(Number.POSITIVE_INFINITY), signal: call.signal },
      )

    const began = performance.now()
    const month = monthOf(clock.now())
    const membership = membershipOf(caller, share)
    uncharged.requireLeft(caller)
    const parsed = await inSlices(emails, parseMailbox, turn)
    const canonical = await inSlices(emails, (email, index) => canonicalAddress(email, parsed[index]), turn)
    const amount = new Set(canonical).size
    await quota.take(caller, month, amount, call.actor)
    let rows: readonly Traced<ManyRow>[]
    try {
      rows = await verifyAll(membership, parsed, canonical)
      if (call.gone) throw new CallerGone('nobody waits for the answer any more')
    } catch (error) {
      await quota.settle(caller, month, amount, 0, call.actor)
      throw error
    }
    const durationUs = Math.round((performance.now() - began) * 1_000)
    const events = addressesVerified(caller.account, membership, rows, durationUs)
    await eventing.append(streamName('usage', usageId(caller.account, month)), events, call.actor, 'any')
    const charged = events.reduce((sum, { data }) => sum + data.charged, 0)
    uncharged.note(caller, rows.length - charged)
    await quota.settle(caller, month, amount, charged, call.actor)
    return rows

    /** Each address ends with the deadline by itself: those that are done by then keep their verdicts. */
    async function verifyAll(membership: Membership, parsed: readonly Parsed[], canonical: readonly string[]) {
      const { signal } = call
      const deadline = startDeadline(deadlineMs, { signal, hurry })
      // Whose turn comes later is not asked any more: nobody would wait for it.
      const wanted = () => !deadline.isOver && !signal?.aborted
      const key = lookUpKey.many(caller.account)
      const answer = async (asking: Asking): Promise<Facts> => {
        const answered = deadline.isOver ? TIMED_OUT : await deadline.within(lookUps.ask(key, asking, wanted))
        return answered === TIMED_OUT ? asking.unanswered() : answered
      }
      try {
        return await each(
          (email, trace, index) => {
            const inquired = inquire(membership.pool, email, trace, parsed[index])
            return inquired instanceof Promise ? inquired.then(rowOf) : rowOf(inquired)

            function rowOf({ gathered, address }: PendingFacts): Traced<ManyRow> | Promise<Traced<ManyRow>> {
              const judge = (facts: Facts): Traced<ManyRow> => {
                const verdict = judgeV1(facts)
                const shared = resultOf(membership, { facts, verdict }, address)
                return { facts, verdict, canonical: canonical[index]!, asked: address !== undefined, shared, trace }
              }
              return isComplete(gathered) ? judge(gathered) : answer(gathered).then(judge)
            }
          },
          { places: createConcurrencyLimit(PLACES), signal },
        )
      } finally {
        deadline.end()
      }
    }

    function each<R extends Row>(
      rowOf: (email: string, trace: Trace | undefined, index: number) => Traced<R> | Promise<Traced<R>>,
      window: Pick<ConcurrencyOptions, 'places' | 'signal'>,
    ): Promise<Traced<R>[]> {
      const begin = (email: string, index: number) =>
        rowOf(email, debug ? createTrace(() => performance.now()) : undefined, index)
      return mapConcurrent(emails, begin, { ...window, sliceSize: SLICE, yieldTurn: turn })
    }
  }
}

export type VerifyMany = ReturnType<typeof createVerifyMany>

async function inSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  takeTurn: () => Promise<void>,
): Promise<R[]> {
  const done: R[] = []
  const slices = createSlices(SLICE)
  for (const [index, item] of items.entries()) {
    if (slices.isOver()) {
      await takeTurn()
      slices.begin()
    }
    done.push(work(item, index))
  }
  return done
}
