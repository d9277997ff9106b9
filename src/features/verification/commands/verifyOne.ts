import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { type Call, CallerGone } from '../call.js'
import { orLate } from '../deadline.js'
import { type Asking, type Engine, isComplete } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import { judgeV1, type V1Verdict } from '../engine/policy/v1.js'
import type { Trace } from '../engine/trace.js'
import type { Answer, NoticeFor } from '../notice.js'
import { usageId } from '../projections/usage.js'
import type { Quota } from '../quota.js'
import { sandboxFacts } from '../sandbox.js'
import { addressVerified, isCharged } from '../verdict.js'

export interface VerifyDependencies {
  readonly eventing: Eventing
  readonly engine: Engine
  readonly quota: Quota
  readonly noticeFor: NoticeFor
  readonly clock: Clock
  readonly deadlineMs: number
}

export interface VerifyOptions<A extends Answer> {
  /** What the caller is answered, and listeners are told. */
  readonly answerOf: (facts: Facts, verdict: V1Verdict) => A
  /** What to do when the time is over before DNS has answered. */
  readonly atDeadline: (asking: Asking) => Facts
  readonly trace?: Trace
}

/** Takes one of the month's addresses, gathers, judges, records, settles: one durable event before the answer. */
export const createVerifyOne =
  ({ eventing, engine, quota, noticeFor, clock, deadlineMs }: VerifyDependencies) =>
  async <A extends Answer>(
    caller: Caller,
    email: string,
    call: Call,
    { answerOf, atDeadline, trace }: VerifyOptions<A>,
  ): Promise<A> => {
    if (caller.sandbox) {
      const facts = await sandboxFacts(email, caller, clock, { signal: call.signal, trace })
      return answerOf(facts, judgeV1(facts))
    }
    const { actor } = call
    const began = performance.now()
    const month = monthOf(clock.now())
    await quota.take(caller, month, 1, actor)

    let facts: Facts
    let verdict: V1Verdict
    let answer: A
    let notify: string | undefined
    try {
      const gathered = engine.gather(email, trace)
      facts = isComplete(gathered) ? gathered : await orLate(deadlineMs, gathered.ask(), () => atDeadline(gathered))
      verdict = judgeV1(facts)
      answer = answerOf(facts, verdict)
      const notice = noticeFor(caller.account, { ...answer, requestId: actor.correlationId })
      if (notice) notify = await notice
      if (call.gone) throw new CallerGone('nobody waits for the answer any more')
    } catch (error) {
      await quota.settle(caller, month, 1, 0, actor)
      throw error
    }

    // Should the append fail, nobody knows whether it happened: what was taken stays taken until the ledger is primed anew.
    const durationUs = Math.round((performance.now() - began) * 1_000)
    const stream = streamName('usage', usageId(caller.account, month))
    const event = addressVerified(caller.account, answer.api, facts, verdict, durationUs, notify)
    await eventing.append(stream, [event], actor, 'any')
    await quota.settle(caller, month, 1, isCharged(verdict) ? 1 : 0, actor)
    return answer
  }

export type VerifyOne = ReturnType<typeof createVerifyOne>
