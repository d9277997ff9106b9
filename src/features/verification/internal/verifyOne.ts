import type { Eventing } from '../../../eventing/eventing.js'
import { eventId } from '../../../eventing/newEvents.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import { runPrioritized } from '../../../kernel/concurrency/yielding.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { Pool } from '../../pool/index.js'
import { type Call, CallerGone } from '../call.js'
import { withTimeoutFallback } from '../deadline.js'
import { isComplete, type PendingFacts } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import { judgeV1, type V1Verdict } from '../engine/policy/v1.js'
import type { Trace } from '../engine/trace.js'
import type { GatherFacts } from '../gatherFacts.js'
import { type LookUps, lookUpKey } from '../lookUps.js'
import type { Answer, SealNotification } from '../notification.js'
import { usageId } from '../projections/usage.js'
import type { Quota } from '../quota.js'
import type { V1Result } from '../result.js'
import { sandboxOutcome } from '../sandbox.js'
import { membershipOf, type ResultOf, sharingOf } from '../sharing.js'
import type { UnchargedLimit } from '../uncharged.js'
import { addressVerified, isCharged } from '../verdict.js'

/** Maximum time that a response waits for its contribution, to report the credits. */
const CONTRIBUTE_TIMEOUT_MS = 1_000

export interface VerifyDependencies {
  readonly eventing: Pick<Eventing, 'append'>
  readonly gatherFacts: GatherFacts
  readonly resultOf: ResultOf
  readonly pool: Pick<Pool, 'contribute'>
  readonly quota: Pick<Quota, 'take' | 'settle'>
  readonly uncharged: UnchargedLimit
  readonly lookUps: LookUps
  readonly sealNotification: SealNotification
  readonly clock: Clock
  readonly deadlineMs: number
}

export interface VerifyOptions<A extends Answer> {
  /** Builds the answer for the caller and the webhooks. */
  readonly buildAnswer: (facts: Facts, verdict: V1Verdict) => A
  /** The facts to use, or the error to throw, when the timeout expires before DNS has answered. */
  readonly atDeadline: (pending: Pick<PendingFacts, 'timedOut'>) => Facts
  /** Whether the caller asked to share the result with the pool. */
  readonly share?: boolean
  readonly trace?: Trace
}

export interface VerifiedOne<A extends Answer> {
  readonly answer: A
  readonly contributed: V1Result['contributed'] | undefined
}

/**
 * Verifies one address: takes quota, gathers facts, judges, records one durable event, settles the quota, then answers.
 * A shared result is contributed before the answer, so that the answer can report the credits.
 */
export const createVerifyOne =
  ({
    eventing,
    gatherFacts,
    resultOf,
    pool,
    quota,
    uncharged,
    lookUps,
    sealNotification,
    clock,
    deadlineMs,
  }: VerifyDependencies) =>
  async <A extends Answer>(
    caller: Caller,
    email: string,
    call: Call,
    { buildAnswer, atDeadline, share = false, trace }: VerifyOptions<A>,
  ): Promise<VerifiedOne<A>> => {
    if (caller.sandbox) {
      await call.admitted
      const {
        facts: simulated,
        timedOut,
        contributed,
      } = await sandboxOutcome(email, caller, clock, {
        signal: call.signal,
        trace,
      })
      const facts = timedOut ? atDeadline({ timedOut: () => simulated }) : simulated
      const shares = sharingOf(caller, share) === 'on'
      return { answer: buildAnswer(facts, judgeV1(facts)), contributed: shares ? contributed : undefined }
    }
    const { actor } = call
    const { account } = caller
    const startedAt = performance.now()
    const month = monthOf(clock.now())
    const membership = membershipOf(caller, share)
    uncharged.requireAllowance(caller)
    await quota.take(caller, month, 1, actor, call.admitted)

    let facts: Facts
    let verdict: V1Verdict
    let address: string | undefined
    let answer: A
    let notify: string | undefined
    try {
      const gathering = gatherFacts({ pool: membership.pool, account }, email, trace)
      const gathered = gathering instanceof Promise ? await gathering : gathering
      address = gathered.address
      facts = isComplete(gathered.facts) ? gathered.facts : await queryDns(gathered.facts)
      verdict = judgeV1(facts)
      answer = buildAnswer(facts, verdict)
      const notification = sealNotification(account, answer, actor.correlationId)
      if (notification) notify = await notification
      if (call.gone) throw new CallerGone('the caller has disconnected')
    } catch (error) {
      await quota.settle(caller, month, 1, 0, actor)
      throw error
    }

    // If the append fails, its outcome is unknown, so the quota stays taken until the ledger is primed again.
    const durationUs = Math.round((performance.now() - startedAt) * 1_000)
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
    // If this fails or times out, the reactor contributes it later.
    const contributing = pool
      .contribute(account, { pool: membership.pool, result }, origin, actor)
      .catch(() => undefined)
    return { answer, contributed: await withTimeoutFallback(CONTRIBUTE_TIMEOUT_MS, contributing, () => undefined) }

    function queryDns(pending: PendingFacts): Promise<Facts> {
      let timedOut = false
      const facts = lookUps.run(lookUpKey.single(account), pending, () => !timedOut && !call.gone)
      return withTimeoutFallback(deadlineMs, facts, () => {
        timedOut = true
        return atDeadline(pending)
      })
    }
  }

export type VerifyOne = ReturnType<typeof createVerifyOne>
