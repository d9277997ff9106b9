import type { Caller } from '../../accounts/index.js'
import type { Call } from '../call.js'
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
    const options = { debug, share, reportContributed: true, normalize: true, deadlineMs }
    const { rows, normalized } = await verifyMany(caller, emails, options, call)
    return {
      results: rows.map(({ verdict, trace, ruling, contributed }, index) =>
        v1Result(emails[index]!, normalized[index], verdict, trace, ruling, contributed),
      ),
      summary: summarise(rows),
    }
  }
