import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../caller.js'
import * as decide from '../decide.js'
import { accounts } from '../projections/accounts.js'
import { apiKeys } from '../projections/apiKeys.js'
import type { Ended } from '../queries/authenticate.js'
import { type AccountState, account } from '../state.js'

/**
 * Ends a key at once. A sandbox key, which may stand in a web page, ends sandbox keys only.
 * @throws Failure NOT_FOUND, LAST_KEY
 */
export const createRevokeKey =
  ({ eventing, clock, ended }: { eventing: Eventing; clock: Clock; ended: Ended }) =>
  async (caller: Caller, key: string, actor: Actor): Promise<'revoked' | 'was revoked already'> => {
    const { events, position } = await eventing.handle(account(caller.account), actor, (state) => {
      if (caller.sandbox && !isSandbox(state, key)) throw new Failure('NOT_FOUND', 'There is no such key.')
      return decide.revokeKey(state, { key, now: iso(clock.now()) })
    })
    await eventing.waitForPosition(position, [accounts.name, apiKeys.name])
    for (const event of events) if (event.type === 'ApiKeyRevoked') ended(event.data)
    return events.length > 0 ? 'revoked' : 'was revoked already'
  }

const isSandbox = (state: AccountState, key: string): boolean =>
  state.status === 'active' && state.keys.some(({ id, sandbox }) => id === key && sandbox)
