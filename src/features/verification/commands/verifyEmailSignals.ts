import type { Clock } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { judgeV2, type V2Verdict } from '../engine/policy/v2.js'
import type { VerifyOne } from '../internal/verifyOne.js'

/** Verifies one address by v2's default policy. After the timeout, the answer is degraded. */
export const createVerifyEmailSignals =
  (verifyOne: VerifyOne, { clock }: { clock: Clock }) =>
  async (caller: Caller, { email }: { email: string }, call: Call): Promise<V2Verdict> => {
    const { answer } = await verifyOne(caller, email, call, {
      buildAnswer: (facts) => ({ api: 'v2', email, verdict: judgeV2(facts, clock.now()) }),
      atDeadline: (pending) => pending.timedOut(),
    })
    return answer.verdict
  }
