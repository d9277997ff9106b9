import { setImmediate as nextTurn } from 'node:timers/promises'
import { monthOf } from '../../../kernel/clock.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { type Call, CallerGone } from '../call.js'
import { LATE, startDeadline } from '../deadline.js'
import { isComplete } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import type { Parsed } from '../engine/mailbox.js'
import { judgeV1 } from '../engine/policy/v1.js'
import { canonicalAddress } from '../engine/syntax/canonicalAddress.js'
import { parseMailbox } from '../engine/syntax/parseMailbox.js'
import { createTrace, type Trace } from '../engine/trace.js'
import { usageId } from '../projections/usage.js'
import { sandboxFacts } from '../sandbox.js'
import { addressesVerified, isCharged, type Row } from '../verdict.js'
import type { VerifyDependencies } from './verifyOne.js'

/** Addresses that are begun in one turn of the event loop, so that others have theirs. */
const SLICE = 250
/** Addresses an event speaks of. */
const EVENT_ROWS = 1_000

type TracedRow = Row & { readonly trace: Trace | undefined }

/**
 * Many addresses, answered in their order. An address that stands there twice is charged once; what DNS has not
 * answered when the time is over is unknown, and not charged.
 * @throws RateLimited when the month has not enough left for all of them
 */
export const createVerifyMany =
  ({ eventing, engine, quota, clock }: Omit<VerifyDependencies, 'deadlineMs'>) =>
  async (
    caller: Caller,
    emails: readonly string[],
    { debug, deadlineMs }: { debug: boolean; deadlineMs: number },
    call: Call,
  ): Promise<readonly TracedRow[]> => {
    if (caller.sandbox)
      return gather((email, trace) => sandboxFacts(email, caller, clock, { signal: call.signal, trace }))

    const began = performance.now()
    const month = monthOf(clock.now())
    const parsed = await inSlices(emails, parseMailbox)
    const canonical = await inSlices(emails, (email, index) => canonicalAddress(email, parsed[index]))
    const amount = new Set(canonical).size
    await quota.take(caller, month, amount, call.actor)
    let rows: readonly TracedRow[]
    try {
      rows = await verifyAll(parsed)
      if (call.gone) throw new CallerGone('nobody waits for the answer any more')
    } catch (error) {
      await quota.settle(caller, month, amount, 0, call.actor)
      throw error
    }
    const events = eventsOf(rows)
    await eventing.append(streamName('usage', usageId(caller.account, month)), events, call.actor, 'any')
    const charged = events.reduce((sum, { data }) => sum + data.charged, 0)
    await quota.settle(caller, month, amount, charged, call.actor)
    return rows

    /** Each address ends with the deadline by itself: those that are done by then keep their verdicts. */
    async function verifyAll(parsed: readonly Parsed[]): Promise<readonly TracedRow[]> {
      const deadline = startDeadline(deadlineMs, call.signal)
      try {
        return await gather((email, trace, index) => {
          const gathered = engine.gather(email, trace, parsed[index])
          if (isComplete(gathered)) return gathered
          return deadline
            .within(gathered.ask())
            .then((answered) => (answered === LATE ? gathered.unanswered() : answered))
        })
      } finally {
        deadline.end()
      }
    }

    async function gather(
      factsOf: (email: string, trace: Trace | undefined, index: number) => Facts | Promise<Facts>,
    ) {
      const begun = await inSlices(emails, (email, index) => {
        const trace = debug ? createTrace(() => performance.now()) : undefined
        const row = (facts: Facts): TracedRow => ({ facts, verdict: judgeV1(facts), trace })
        const facts = factsOf(email, trace, index)
        if (!(facts instanceof Promise)) return row(facts)
        const later = facts.then(row)
        // Waited for below, but perhaps not before it failed.
        later.catch(() => {})
        return later
      })
      return Promise.all(begun)
    }

    /** An event for each thousand rows; an address is charged with the first of its rows. */
    function eventsOf(rows: readonly TracedRow[]) {
      const durationUs = Math.round((performance.now() - began) * 1_000)
      const seen = new Set<string>()
      const events = []
      for (let from = 0; from < rows.length; from += EVENT_ROWS) {
        const part = rows.slice(from, from + EVENT_ROWS)
        const before = seen.size
        for (const [index, { verdict }] of part.entries()) if (isCharged(verdict)) seen.add(canonical[from + index]!)
        events.push(addressesVerified(caller.account, part, seen.size - before, durationUs))
      }
      return events
    }
  }

export type VerifyMany = ReturnType<typeof createVerifyMany>

async function inSlices<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const done: R[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn()
    done.push(work(item, index))
  }
  return done
}
