import type { Reading } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { streamName } from '../../../kernel/stream.js'
import { type Limits, limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'

/** An account's present limits, for work that continues after its caller has disconnected. */
export type GetLimits = (account: string) => Promise<Limits>

export const createGetLimits =
  ({ eventing }: { eventing: Reading }): GetLimits =>
  async (account) => {
    const found = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    return limitsOf(found.plan, found.overrides)
  }
