// The synchronous half of `POST /v1/verify/bulk/agent`; longer lists become batches.
import type { Caller } from '../../accounts/index.js'
import type { Contributed } from '../../pool/index.js'
import type { Call } from '../call.js'
import type { V1Verdict } from '../engine/policy/v1.js'
import type { TraceStep } from '../engine/trace.js'
import type { VerifyMany } from '../internal/verifyMany.js'
import { type RulingView, rulingView } from '../ruling.js'
import { summarise } from '../verdict.js'

interface AgentRow {
  readonly email: string
  readonly verdict: V1Verdict
  /** What the account's own rules decided; absent if it has neither rules nor lists. */
  readonly ruling?: RulingView | undefined
  /** The steps of the verification; only with `debug`. */
  readonly steps?: readonly TraceStep[] | undefined
  /** What its contribution to the signal pool earned; only with `reportContributed`. */
  readonly contributed?: Contributed | undefined
}

interface AgentResult {
  readonly rows: readonly AgentRow[]
  readonly summary: ReturnType<typeof summarise>
  /** Duration of the verification in milliseconds. */
  readonly ms: number
}

/**
 * Verifies up to 10,000 addresses and returns the results in their order.
 * @param deadlineMs timeout for the whole request
 */
export type VerifyBulkAgent = (
  caller: Caller,
  input: { emails: readonly string[]; debug: boolean; share: boolean; reportContributed: boolean },
  call: Call,
) => Promise<AgentResult>

export const createVerifyBulkAgent =
  (verifyMany: VerifyMany, { deadlineMs }: { deadlineMs: number }): VerifyBulkAgent =>
  async (caller, { emails, debug, share, reportContributed }, call) => {
    const startedAt = performance.now()
    const { rows } = await verifyMany(caller, emails, { debug, share, reportContributed, deadlineMs }, call)
    return {
      rows: rows.map(({ verdict, ruling, trace, contributed }, index) => {
        const steps = trace?.steps
        return { email: emails[index]!, verdict, ruling: ruling && rulingView(ruling), steps, contributed }
      }),
      summary: summarise(rows),
      ms: performance.now() - startedAt,
    }
  }
