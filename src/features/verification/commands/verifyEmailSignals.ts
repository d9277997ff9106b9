import type { Clock } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { judgeV2, type V2Verdict } from '../engine/policy/v2.js'
import type { VerifyOne } from '../internal/verifyOne.js'

/** Verifies one address by v2's default policy. After the timeout, the answer is degraded. */
export type VerifyEmailSignals = (caller: Caller, input: { email: string }, call: Call) => Promise<V2Verdict>

export const createVerifyEmailSignals =
  (verifyOne: VerifyOne, { clock }: { clock: Clock }): VerifyEmailSignals =>
  async (caller, { email }, call) => {
    const { answer } = await verifyOne(caller, email, call, {
      buildAnswer: (facts) => ({ api: 'v2', email, verdict: judgeV2(facts, clock.now()) }),
      atDeadline: (pending) => pending.timedOut(),
    })
    return answer.verdict
  }
