// The query for an account as its owner sees it.
import type { Reading } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../caller.js'
import type { Plan } from '../plans.js'
import { type AccountDocument, accounts } from '../projections/accounts.js'

/** `pending`: the owner has not followed a link yet; `off`: this installation sends no mail. */
type EmailConfirmation = 'confirmed' | 'pending' | 'off'

export interface AccountView {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly plan: Plan
  /** Null if it is not confirmed. */
  readonly emailConfirmedAt: string | null
  readonly emailConfirmation: EmailConfirmation
  /** For how many days masked addresses are kept beside decisions; 0: not at all. */
  readonly keepAddressesDays: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface GetAccountDependencies {
  readonly eventing: Reading
  readonly vault: Vault
  /** Whether owners' addresses are confirmed: whether this installation sends mail. */
  readonly confirmsEmail: boolean
}

/** @throws Failure NOT_FOUND */
export const createGetAccount =
  ({ eventing, vault, confirmsEmail }: GetAccountDependencies) =>
  async (account: string): Promise<AccountView> => {
    const found = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    const view = await unsealAccount(vault, account, found)
    const state = view.emailConfirmedAt === null ? 'pending' : 'confirmed'
    return { ...view, emailConfirmation: confirmsEmail ? state : 'off' }
  }

/** The made-up owner that every sandbox key sees. */
const SANDBOX_OWNER = {
  email: 'sandbox@example.com',
  name: 'Sandbox',
  emailConfirmedAt: null,
  emailConfirmation: 'off',
  keepAddressesDays: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const

/**
 * The caller's account. A sandbox key may be published in test code or a web page, so every sandbox key sees the same
 * made-up owner, with the real plan, which determines its limits.
 */
export type GetOwnAccount = (caller: Pick<Caller, 'account' | 'plan' | 'sandbox'>) => Promise<AccountView>

export const createGetOwnAccount =
  ({ getAccount }: { readonly getAccount: (account: string) => Promise<AccountView> }): GetOwnAccount =>
  async ({ account: id, plan, sandbox }) =>
    sandbox ? { id, plan, ...SANDBOX_OWNER } : getAccount(id)

/** An account as its owner sees it. Unseals the personal data, which stays sealed everywhere before this point. */
export async function unsealAccount(
  vault: Vault,
  id: string,
  document: AccountDocument,
): Promise<Omit<AccountView, 'emailConfirmation'>> {
  const { plan, emailConfirmedAt = null, addressKeeping, createdAt, updatedAt } = document
  const email = (await vault.open(id, document.email)) ?? ''
  const name = document.name === null ? null : ((await vault.open(id, document.name)) ?? null)
  return { id, email, name, plan, emailConfirmedAt, keepAddressesDays: addressKeeping?.days ?? 0, createdAt, updatedAt }
}
