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
import { usageId } from '../projections/usage.js'
import type { Quota } from '../quota.js'
import { sandboxFacts } from '../sandbox.js'
import { addressVerified, isCharged } from '../verdict.js'

export interface VerifyDependencies {
  readonly eventing: Eventing
  readonly engine: Engine
  readonly quota: Quota
  readonly clock: Clock
  readonly deadlineMs: number
}

export interface VerifyOptions {
  readonly api: 'v1' | 'v2'
  /** What to do when the time is over before DNS has answered. */
  readonly atDeadline: (asking: Asking) => Facts
  readonly trace?: Trace
}

export interface VerifiedOne {
  readonly facts: Facts
  readonly verdict: V1Verdict
}

/** Takes one of the month's addresses, gathers, judges, records, settles: one durable event before the answer. */
export const createVerifyOne =
  ({ eventing, engine, quota, clock, deadlineMs }: VerifyDependencies) =>
  async (
    caller: Caller,
    email: string,
    call: Call,
    { api, atDeadline, trace }: VerifyOptions,
  ): Promise<VerifiedOne> => {
    if (caller.sandbox) {
      const facts = await sandboxFacts(email, caller, clock, { signal: call.signal, trace })
      return { facts, verdict: judgeV1(facts) }
    }
    const { actor } = call
    const began = performance.now()
    const month = monthOf(clock.now())
    await quota.take(caller, month, 1, actor)

    let facts: Facts
    try {
      const gathered = engine.gather(email, trace)
      facts = isComplete(gathered) ? gathered : await orLate(deadlineMs, gathered.ask(), () => atDeadline(gathered))
      if (call.gone) throw new CallerGone('nobody waits for the answer any more')
    } catch (error) {
      await quota.settle(caller, month, 1, 0, actor)
      throw error
    }

    // Should the append fail, nobody knows whether it happened: what was taken stays taken until the ledger is primed anew.
    const verdict = judgeV1(facts)
    const durationUs = Math.round((performance.now() - began) * 1_000)
    const stream = streamName('usage', usageId(caller.account, month))
    await eventing.append(stream, [addressVerified(caller.account, api, facts, verdict, durationUs)], actor, 'any')
    await quota.settle(caller, month, 1, isCharged(verdict) ? 1 : 0, actor)
    return { facts, verdict }
  }

export type VerifyOne = ReturnType<typeof createVerifyOne>
