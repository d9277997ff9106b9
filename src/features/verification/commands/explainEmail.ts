import type { Clock } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import type { Facts } from '../engine/facts.js'
import { normalizedOf } from '../engine/normalize.js'
import type { V1Verdict } from '../engine/policy/v1.js'
import { judgeV2, type V2Verdict } from '../engine/policy/v2.js'
import { createTrace, type TraceStep } from '../engine/trace.js'
import type { VerifyOne } from '../internal/verifyOne.js'
import { v1Result } from '../result.js'

export interface ExplainedEmail {
  readonly facts: Facts
  readonly v1: V1Verdict
  readonly v2: V2Verdict
  readonly steps: readonly TraceStep[]
}

/**
 * Verifies one address and returns the verdicts of both policies with their facts. It is recorded, charged and notified as
 * a v1 verification. After the timeout, the answer is degraded.
 */
export type ExplainEmail = (caller: Caller, input: { email: string }, call: Call) => Promise<ExplainedEmail>

export const createExplainEmail =
  (verifyOne: VerifyOne, { clock }: { clock: Clock }): ExplainEmail =>
  async (caller, { email }, call) => {
    const trace = createTrace(() => performance.now())
    let explained: ExplainedEmail | undefined
    await verifyOne(caller, email, call, {
      buildAnswer({ facts, verdict: v1, judgement, ruling }) {
        explained = { facts, v1, v2: judgeV2(facts, clock.now(), judgement), steps: trace.steps }
        return { api: 'v1', result: v1Result(email, normalizedOf(facts.parsed), v1, trace, ruling) }
      },
      atDeadline: (pending) => pending.timedOut(),
      trace,
    })
    return explained!
  }
