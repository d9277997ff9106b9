import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { ChangeRules } from '../internal/changeRules.js'
import { refuseSandbox } from '../internal/sandbox.js'
import type { LiveView } from '../internal/views.js'
import type { GetRules } from '../queries/getRules.js'

interface RollbackDependencies {
  readonly changeRules: ChangeRules
  readonly getRules: GetRules
}

/** Makes an earlier version live again; 0 = no rules. When it returns, the next request of every process is decided by it. */
export type RollbackRules = (caller: Caller, version: number, actor: Actor) => Promise<LiveView>

export const createRollbackRules =
  ({ changeRules, getRules }: RollbackDependencies): RollbackRules =>
  async (caller, version, actor) => {
    refuseSandbox(caller)
    const { account } = caller
    await changeRules(account, actor, (state) => decide.rollBack(state, account, version))
    return (await getRules(caller)).live
  }
