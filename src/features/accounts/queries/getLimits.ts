import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import { streamName } from '../../../kernel/stream.js'
import { type Limits, limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'

/** What an account may do now, for work that goes on without its caller. @throws Failure NOT_FOUND */
export const createGetLimits =
  ({ eventing }: { eventing: Eventing }) =>
  async (account: string): Promise<Limits> => {
    const found = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    return limitsOf(found.plan, found.overrides)
  }
