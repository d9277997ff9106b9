import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import * as decide from '../decide.js'
import type { LimitOverrides } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { account } from '../state.js'

/**
 * Operator command: overrides an account's limits. Omitted members keep their value; null restores the plan's.
 */
export type SetLimits = (id: string, limits: Partial<LimitOverrides>, actor: Actor) => Promise<'changed' | 'unchanged'>

export const createSetLimits =
  ({ eventing }: { eventing: Eventing }): SetLimits =>
  async (id, limits, actor) => {
    const { events, position } = await eventing.handle(account(id), actor, (state) =>
      decide.overrideLimits(state, limits),
    )
    await eventing.waitForPosition(position, [accounts.name])
    return events.length > 0 ? 'changed' : 'unchanged'
  }
