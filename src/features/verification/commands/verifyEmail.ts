import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { normalizedOf } from '../engine/normalize.js'
import { createTrace } from '../engine/trace.js'
import type { VerifyOne } from '../internal/verifyOne.js'
import { type V1Result, v1Result } from '../result.js'

/**
 * Verifies one address by v1's policy.
 * @param mailbox whether the mail server is asked about the mailbox
 */
export type VerifyEmail = (
  caller: Caller,
  input: { email: string; debug: boolean; share: boolean; mailbox?: boolean },
  call: Call,
) => Promise<V1Result>

export const createVerifyEmail =
  (verifyOne: VerifyOne): VerifyEmail =>
  async (caller, { email, debug, share, mailbox = false }, call) => {
    const trace = debug ? createTrace(() => performance.now()) : undefined
    const { answer, contributed } = await verifyOne(caller, email, call, {
      buildAnswer: ({ facts, verdict, ruling }) => ({
        api: 'v1',
        result: v1Result(email, normalizedOf(facts.parsed), verdict, trace, ruling),
      }),
      atDeadline: timedOut,
      share,
      mailbox,
      ...(trace && { trace }),
    })
    return contributed ? { ...answer.result, contributed } : answer.result
  }

function timedOut(): never {
  throw new Failure('UPSTREAM_TIMEOUT', 'The verification timed out. Nothing was charged; you can try again.')
}
