// The command by which a visitor creates an account, as far as the operator allows it.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import { isWellFormedInvite } from '../apiKey.js'
import { inviteDigestOf, invitedAccount } from '../internal/inviteDigest.js'
import { account, invite as inviteEntity } from '../state.js'
import { AccountExists, type Contact, type CreateAccount } from './createAccount.js'

/** Who may create an account: everybody, nobody but the operator, or who has an invitation. */
export type Registration = 'open' | 'closed' | 'invite'

interface RegisterAccountDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly registration: Registration
  readonly createAccount: CreateAccount
}

/**
 * Creates an account for a visitor. An invitation is for one account: of several requests with the same one, exactly one
 * creates it, because the account's id follows from the invitation.
 */
export type RegisterAccount = (
  contact: Contact & { readonly invite?: string | undefined },
  origin: Omit<Actor, 'id'>,
) => ReturnType<CreateAccount>

export function createRegisterAccount(dependencies: RegisterAccountDependencies): RegisterAccount {
  const { eventing, clock, registration, createAccount } = dependencies

  return async ({ invite, ...contact }, origin) => {
    if (registration === 'closed')
      throw new Failure('REGISTRATION_CLOSED', 'This service creates no new accounts. Ask its operator for one.')
    if (invite !== undefined) return redeem(invite, contact, origin)
    if (registration === 'open') return createAccount(contact, origin)
    throw new Failure(
      'REGISTRATION_CLOSED',
      'This service creates accounts by invitation only. Send the code of yours in `invite`.',
    )
  }

  async function redeem(code: string, contact: Contact, origin: Omit<Actor, 'id'>): ReturnType<CreateAccount> {
    if (!isWellFormedInvite(code)) throw invalidInvite('is mistyped or incomplete')
    const digest = inviteDigestOf(code)
    const { state: issued } = await eventing.load(inviteEntity(digest))
    if (!issued) throw invalidInvite('is not one of this service')
    if (issued.expiresAt <= iso(clock.now())) throw invalidInvite('has expired')
    const id = invitedAccount(digest)
    const { state } = await eventing.load(account(id))
    if (state.status !== 'none') throw invalidInvite('has been used')
    try {
      return await createAccount(contact, origin, { id, plan: issued.plan })
    } catch (error) {
      throw error instanceof AccountExists ? invalidInvite('has been used') : error
    }
  }
}

const invalidInvite = (problem: string): Failure =>
  new Failure('INVALID_INVITE', `The invitation ${problem}. Ask the operator of this service for another one.`)
