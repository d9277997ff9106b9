import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
import { parseMailbox } from '../engine/syntax/parseMailbox.js'
import type { VerifyMany } from '../internal/verifyMany.js'
import { type V1Result, v1Result } from '../result.js'
import { summarise } from '../verdict.js'

interface VerifyBatchResult {
  readonly results: readonly V1Result[]
  readonly summary: ReturnType<typeof summarise>
}

/**
 * Verifies up to 1,000 addresses and returns the results in their order.
 * @param deadlineMs timeout for the whole request
 */
export type VerifyBatch = (
  caller: Caller,
  input: { emails: readonly string[]; debug: boolean; share: boolean },
  call: Call,
) => Promise<VerifyBatchResult>

export const createVerifyBatch =
  (verifyMany: VerifyMany, { deadlineMs }: { deadlineMs: number }): VerifyBatch =>
  async (caller, { emails, debug, share }, call) => {
    const rows = await verifyMany(caller, emails, { debug, share, reportContributed: true, deadlineMs }, call)
    return {
      results: rows.map(({ verdict, trace, ruling, contributed }, index) => {
        const email = emails[index]!
        return v1Result({ email, parsed: parseMailbox(email) }, verdict, trace, ruling, contributed)
      }),
      summary: summarise(rows),
    }
  }
