import type { Clock } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { judgeV2 } from '../engine/policy/v2.js'
import type { VerifyOne } from '../internal/verifyOne.js'
import { type RuledVerdict, rulingView } from '../ruling.js'

/** Verifies one address by v2's default policy, and by the account's own rules. After the timeout, the answer is degraded. */
export type VerifyEmailSignals = (
  caller: Caller,
  input: { email: string; mailbox?: boolean },
  call: Call,
) => Promise<RuledVerdict>

export const createVerifyEmailSignals =
  (verifyOne: VerifyOne, { clock }: { clock: Clock }): VerifyEmailSignals =>
  async (caller, { email, mailbox = false }, call) => {
    const { answer } = await verifyOne(caller, email, call, {
      buildAnswer({ facts, judgement, ruling }) {
        const verdict = judgeV2(facts, clock.now(), judgement)
        return { api: 'v2', email, verdict: ruling ? { ...verdict, ruling: rulingView(ruling) } : verdict }
      },
      atDeadline: (pending) => pending.timedOut(),
      mailbox,
    })
    return answer.verdict
  }
