import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../caller.js'
import * as decide from '../decide.js'
import { accounts } from '../projections/accounts.js'
import { apiKeys } from '../projections/apiKeys.js'
import type { OnKeyEnded } from '../queries/authenticate.js'
import { account, keyIn } from '../state.js'

/**
 * Revokes a key immediately. A sandbox key may be published in a web page, so it can only revoke sandbox keys.
 */
export type RevokeKey = (caller: Caller, key: string, actor: Actor) => Promise<'revoked' | 'already_revoked'>

export const createRevokeKey =
  ({ eventing, clock, onKeyEnded }: { eventing: Eventing; clock: Clock; onKeyEnded: OnKeyEnded }): RevokeKey =>
  async (caller, key, actor) => {
    const { events, position, state } = await eventing.handle(account(caller.account), actor, (state) => {
      if (caller.sandbox && !keyIn(state, key)?.sandbox) throw new Failure('NOT_FOUND', 'There is no such key.')
      return decide.revokeKey(state, { key, now: iso(clock.now()) })
    })
    // A repetition finds no events, and this process may know the key as valid: the response to the first was lost.
    const { digest } = keyIn(state, key)!
    onKeyEnded({ digest, effectiveAt: iso(clock.now()) })
    await eventing.waitForPosition(position, [accounts.name, apiKeys.name])
    return events.length > 0 ? 'revoked' : 'already_revoked'
  }
