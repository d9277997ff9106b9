import type { Eventing } from '../../../eventing/eventing.js'
import { eventId } from '../../../eventing/newEvents.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import { runPrioritized } from '../../../kernel/concurrency/yielding.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { Pool } from '../../pool/index.js'
import { type Call, CallerGone } from '../call.js'
import { withTimeoutFallback } from '../deadline.js'
import { type Asking, isComplete } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import { judgeV1, type V1Verdict } from '../engine/policy/v1.js'
import type { Trace } from '../engine/trace.js'
import type { GatherFacts } from '../gatherFacts.js'
import { type LookUps, lookUpKey } from '../lookUps.js'
import type { Answer, BuildNotification } from '../notification.js'
import { usageId } from '../projections/usage.js'
import type { Quota } from '../quota.js'
import type { V1Result } from '../result.js'
import { sandboxFacts } from '../sandbox.js'
import { membershipOf, type ResultOf } from '../sharing.js'
import type { Uncharged } from '../uncharged.js'
import { addressVerified, isCharged } from '../verdict.js'

/** An answer waits this long for what it earned. */
const CONTRIBUTE_MS = 1_000

export interface VerifyDependencies {
  readonly eventing: Pick<Eventing, 'append'>
  readonly inquire: GatherFacts
  readonly resultOf: ResultOf
  readonly pool: Pick<Pool, 'contribute'>
  readonly quota: Quota
  readonly uncharged: Uncharged
  readonly lookUps: LookUps
  readonly noticeFor: BuildNotification
  readonly clock: Clock
  readonly deadlineMs: number
}

export interface VerifyOptions<A extends Answer> {
  /** What the caller is answered, and listeners are told. */
  readonly answerOf: (facts: Facts, verdict: V1Verdict) => A
  /** What to do when the time is over before DNS has answered. */
  readonly atDeadline: (asking: Asking) => Facts
  /** The caller's wish. */
  readonly share?: boolean
  readonly trace?: Trace
}

export interface VerifiedOne<A extends Answer> {
  readonly answer: A
  readonly contributed: V1Result['contributed'] | undefined
}

/**
 * Takes one of the month's addresses, gathers, judges, records, settles: one durable event before the answer. What is
 * shared is contributed at once, so that the answer can tell what it earned.
 */
export const createVerifyOne =
  ({
    eventing,
    inquire,
    resultOf,
    pool,
    quota,
    uncharged,
    lookUps,
    noticeFor,
    clock,
    deadlineMs,
  }: VerifyDependencies) =>
  async <A extends Answer>(
    caller: Caller,
    email: string,
    call: Call,
    { answerOf, atDeadline, share = false, trace }: VerifyOptions<A>,
  ): Promise<VerifiedOne<A>> => {
    if (caller.sandbox) {
      const facts = await sandboxFacts(email, caller, clock, { signal: call.signal, trace })
      return { answer: answerOf(facts, judgeV1(facts)), contributed: undefined }
    }
    const { actor } = call
    const { account } = caller
    const began = performance.now()
    const month = monthOf(clock.now())
    const membership = membershipOf(caller, share)
    uncharged.requireLeft(caller)
    await quota.take(caller, month, 1, actor)

    let facts: Facts
    let verdict: V1Verdict
    let address: string | undefined
    let answer: A
    let notify: string | undefined
    try {
      const inquired = inquire(membership.pool, email, trace)
      const inquiry = inquired instanceof Promise ? await inquired : inquired
      const { gathered } = inquiry
      address = inquiry.address
      facts = isComplete(gathered) ? gathered : await ask(gathered)
      verdict = judgeV1(facts)
      answer = answerOf(facts, verdict)
      const notice = noticeFor(account, answer, actor.correlationId)
      if (notice) notify = await notice
      if (call.gone) throw new CallerGone('nobody waits for the answer any more')
    } catch (error) {
      await quota.settle(caller, month, 1, 0, actor)
      throw error
    }

    // Should the append fail, nobody knows whether it happened: what was taken stays taken until the ledger is primed anew.
    const durationUs = Math.round((performance.now() - began) * 1_000)
    const stream = streamName('usage', usageId(account, month))
    const result = resultOf(membership, { facts, verdict }, address)
    const event = addressVerified(account, answer.api, facts, verdict, durationUs, {
      notify,
      pool: address === undefined ? undefined : { pool: membership.pool, lookUps: 1, hits: facts.fromPool ? 1 : 0 },
      share: result && { pool: membership.pool, result },
    })
    await runPrioritized(() => eventing.append(stream, [event], actor, 'any'))
    const charged = isCharged(verdict) ? 1 : 0
    if (charged === 0) uncharged.note(caller, 1, { notified: notify !== undefined })
    await quota.settle(caller, month, 1, charged, actor)
    if (!result) return { answer, contributed: undefined }
    const origin = { source: 'single', cause: eventId(stream, 0, actor), group: null } as const
    // Whatever keeps it from being contributed now: the reactor comes to it later.
    const contributing = pool
      .contribute(account, { pool: membership.pool, result }, origin, actor)
      .catch(() => undefined)
    return { answer, contributed: await withTimeoutFallback(CONTRIBUTE_MS, contributing, () => undefined) }

    function ask(asking: Asking): Promise<Facts> {
      let isLate = false
      const asked = lookUps.ask(lookUpKey.single(account), asking, () => !isLate && !call.gone)
      return withTimeoutFallback(deadlineMs, asked, () => {
        isLate = true
        return atDeadline(asking)
      })
    }
  }

export type VerifyOne = ReturnType<typeof createVerifyOne>
