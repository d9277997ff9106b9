import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import type { V1Verdict } from '../engine/policy/v1.js'
import type { Step } from '../engine/trace.js'
import type { VerifyMany } from '../internal/verifyMany.js'

export interface AgentRow {
  readonly email: string
  readonly verdict: V1Verdict
  /** What was done, where it was asked for. */
  readonly steps?: readonly Step[]
}

export interface AgentResult {
  readonly rows: readonly AgentRow[]
  /** Milliseconds that the verification took. */
  readonly ms: number
}

/** Up to 10,000 addresses, answered in their order. @param deadlineMs for all of them */
export const createVerifyBulkAgent =
  (verifyMany: VerifyMany, { deadlineMs }: { deadlineMs: number }) =>
  async (
    caller: Caller,
    { emails, debug, share }: { emails: readonly string[]; debug: boolean; share: boolean },
    call: Call,
  ): Promise<AgentResult> => {
    const began = performance.now()
    const rows = await verifyMany(caller, emails, { debug, share, deadlineMs }, call)
    return {
      rows: rows.map(({ facts, verdict, trace }) => ({
        email: facts.email,
        verdict,
        ...(trace && { steps: trace.steps }),
      })),
      ms: performance.now() - began,
    }
  }
