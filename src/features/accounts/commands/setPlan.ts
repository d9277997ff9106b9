import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import * as decide from '../decide.js'
import type { Plan } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { account } from '../state.js'

/** Operator command: puts an account on a plan. */
export type SetPlan = (id: string, plan: Plan, actor: Actor) => Promise<'changed' | 'unchanged'>

export const createSetPlan =
  ({ eventing }: { eventing: Eventing }): SetPlan =>
  async (id, plan, actor) => {
    const { events, position } = await eventing.handle(account(id), actor, (state) => decide.changePlan(state, plan))
    await eventing.waitForPosition(position, [accounts.name])
    return events.length > 0 ? 'changed' : 'unchanged'
  }
