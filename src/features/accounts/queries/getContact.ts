// The mail address of an account's owner, whether it is confirmed, and the link that confirms it.
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import { digestOf } from '../apiKey.js'
import type { Confirmations } from '../internal/confirmations.js'
import { accounts } from '../projections/accounts.js'
import { account as accountEntity, type Confirmation } from '../state.js'

interface AccountContact {
  readonly email: string
  /** `unasked`: no link was ever to be sent. */
  readonly status: 'confirmed' | 'asked' | 'unasked'
  /** The link that can still be followed; absent if there is none. */
  readonly link?: Pick<Confirmation, 'request' | 'expiresAt' | 'withAccount'> & { readonly token: string }
}

/** The owner's address and the link that confirms it, as of the last event. Undefined if there is no such account. */
export type GetContact = (account: string) => Promise<AccountContact | undefined>

interface GetContactDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly clock: Clock
  readonly confirmations: Confirmations
}

export const createGetContact =
  ({ eventing, vault, clock, confirmations }: GetContactDependencies): GetContact =>
  async (account) => {
    const { state } = await eventing.load(accountEntity(account))
    if (state.status !== 'active') return undefined
    const document = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    const email = document && (await vault.open(account, document.email))
    if (!email) return undefined
    const { confirmation } = state
    if (!confirmation) return { email, status: 'unasked' }
    if (confirmation.isConfirmed) return { email, status: 'confirmed' }
    const { request, digest, expiresAt, withAccount } = confirmation
    const token = confirmations.tokenOf(account, request)
    // The root key may have been replaced since.
    if (expiresAt <= iso(clock.now()) || digestOf(token) !== digest) return { email, status: 'asked' }
    return { email, status: 'asked', link: { request, token, expiresAt, withAccount } }
  }
