import { monthOf } from '../../../kernel/clock.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { LATE, startDeadline } from '../deadline.js'
import { isComplete } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import { judgeV1 } from '../engine/policy/v1.js'
import { canonicalAddress } from '../engine/syntax/canonicalAddress.js'
import { createTrace, type Trace } from '../engine/trace.js'
import { usageId } from '../projections/usage.js'
import { sandboxFacts } from '../sandbox.js'
import { addressesVerified, isCharged, type Row, summarise } from '../verdict.js'
import type { V1Result } from './verifyEmail.js'
import type { VerifyDependencies } from './verifyOne.js'

export interface BatchResult {
  readonly results: readonly V1Result[]
  readonly summary: ReturnType<typeof summarise>
}

type TracedRow = Row & { readonly trace: Trace | undefined }

/**
 * Up to 1,000 addresses, answered in their order. An address that stands there twice is charged once; what DNS has not
 * answered when the time is over is unknown, and not charged.
 * @throws RateLimited when the month has not enough left for all of them
 */
export const createVerifyBatch =
  ({ eventing, engine, quota, clock, deadlineMs }: VerifyDependencies) =>
  async (
    caller: Caller,
    { emails, debug }: { emails: readonly string[]; debug: boolean },
    call: Call,
  ): Promise<BatchResult> => {
    const began = performance.now()
    const month = monthOf(clock.now())
    const rows = caller.sandbox
      ? await gather((email, trace) => sandboxFacts(email, caller, clock, { signal: call.signal, trace }))
      : await charge()
    return {
      results: rows.map(({ facts, verdict, trace }) => ({
        email: facts.email,
        ...verdict,
        ...(trace && { steps: trace.steps }),
      })),
      summary: summarise(rows),
    }

    async function charge(): Promise<TracedRow[]> {
      const canonical = emails.map(canonicalAddress)
      const amount = new Set(canonical).size
      await quota.take(caller, month, amount, call.actor)
      let done: TracedRow[]
      try {
        done = await verifyAll()
      } catch (error) {
        await quota.settle(caller, month, amount, 0, call.actor)
        throw error
      }
      const charged = new Set(canonical.filter((_, index) => isCharged(done[index]!.verdict))).size
      const durationUs = Math.round((performance.now() - began) * 1_000)
      const event = addressesVerified(caller.account, done, charged, durationUs)
      await eventing.append(streamName('usage', usageId(caller.account, month)), [event], call.actor, 'any')
      await quota.settle(caller, month, amount, charged, call.actor)
      return done
    }

    /** Each address ends with the deadline by itself: those that are done by then keep their verdicts. */
    async function verifyAll(): Promise<TracedRow[]> {
      const deadline = startDeadline(deadlineMs, call.signal)
      try {
        return await gather(async (email, trace) => {
          const gathered = engine.gather(email, trace)
          if (isComplete(gathered)) return gathered
          const answered = await Promise.race([gathered.ask(), deadline.over])
          return answered === LATE ? gathered.unanswered() : answered
        })
      } finally {
        deadline.end()
      }
    }

    function gather(factsOf: (email: string, trace: Trace | undefined) => Promise<Facts>): Promise<TracedRow[]> {
      return Promise.all(
        emails.map(async (email) => {
          const trace = debug ? createTrace(() => performance.now()) : undefined
          const facts = await factsOf(email, trace)
          return { facts, verdict: judgeV1(facts), trace }
        }),
      )
    }
  }
