/**
 * Accounts, their API keys and their plans: who may use the service, and how much. Other rooms see what is declared
 * here; each operation's type leads to its code.
 */
import type { ConfirmEmail } from './commands/confirmEmail.js'
import type { CreateAccount } from './commands/createAccount.js'
import type { EraseAccount } from './commands/eraseAccount.js'
import type { ForgetAccount } from './commands/forgetAccount.js'
import type { GenerateKey } from './commands/generateKey.js'
import type { IssueInvite } from './commands/issueInvite.js'
import type { RegisterAccount } from './commands/registerAccount.js'
import type { RequestConfirmation } from './commands/requestConfirmation.js'
import type { RevokeKey } from './commands/revokeKey.js'
import type { SetLimits } from './commands/setLimits.js'
import type { SetPlan } from './commands/setPlan.js'
import type { UpdateAccount } from './commands/updateAccount.js'
import type { Authenticate } from './queries/authenticate.js'
import type { GetOwnAccount } from './queries/getAccount.js'
import type { GetContact } from './queries/getContact.js'
import type { GetCreatedAt } from './queries/getCreatedAt.js'
import type { GetKeyMask } from './queries/getKeyMask.js'
import type { GetLimits } from './queries/getLimits.js'
import type { Tier } from './queries/getPricing.js'
import type { ListAccounts, ShowAccount } from './queries/listAccounts.js'
import type { ListKeys } from './queries/listKeys.js'
import { type AccountsDependencies, wireAccounts } from './wiring.js'

/**
 * What the feature offers. Operations with a caller act on the caller's own account only. Operations for operators take
 * an account's id and check no permission: they are not reachable over HTTP. Any operation that reads or writes the
 * stores rejects with StoreUnavailable while they do not answer.
 */
export interface Accounts {
  /**
   * The caller who holds an API key. Open to everyone. A revoked key stops working at once in the process that revoked
   * it, elsewhere within a second.
   * @throws UnknownKey; Failure INVALID_API_KEY
   */
  readonly authenticate: Authenticate
  /** Notes that a key was used, in memory. A crash may lose the last five seconds. */
  keyUsed(key: string): void

  /**
   * Open to everyone, as far as the operator allows it. Not idempotent: each call creates an account. Queries and
   * `authenticate` then see it.
   * @throws Failure VALIDATION_ERROR, REGISTRATION_CLOSED, INVALID_INVITE
   */
  readonly registerAccount: RegisterAccount
  /** For operators. Not idempotent. Queries and `authenticate` then see it. @throws Failure VALIDATION_ERROR */
  readonly createAccount: CreateAccount
  /** For operators. Not idempotent: each call makes another invitation. */
  readonly issueInvite: IssueInvite
  /**
   * For operators, and for who sends mail. Idempotent once the address is confirmed.
   * @throws Failure NOT_FOUND; VALIDATION_ERROR if this installation sends no mail
   */
  readonly requestConfirmation: RequestConfirmation
  /** Open to everyone who has the link. Idempotent. Queries then see it. */
  readonly confirmEmail: ConfirmEmail
  /**
   * Any caller; a sandbox key can only create sandbox keys, and no key one that may do more than itself. With a seed,
   * repeating the command returns the same key. The key works when the call returns.
   * @throws Failure TOO_MANY_KEYS; LAST_KEY when the new key would replace the last one that may create keys;
   * VALIDATION_ERROR when a key asks for more than it has, or for restrictions that do not fit together
   */
  readonly generateKey: GenerateKey
  /**
   * Any caller; a sandbox key sees and revokes sandbox keys only. Idempotent: `already_revoked`.
   * @throws Failure NOT_FOUND, LAST_KEY
   */
  readonly revokeKey: RevokeKey

  /** For operators. Idempotent: `unchanged`. Queries then see it. @throws Failure NOT_FOUND */
  readonly setPlan: SetPlan
  /** For operators. Idempotent: `unchanged`. Queries then see it. @throws Failure NOT_FOUND, VALIDATION_ERROR */
  readonly setLimits: SetLimits
  /**
   * For operators. Idempotent: `already_erased`. The data is deleted afterwards, by the event's reactor.
   * @throws Failure NOT_FOUND
   */
  readonly eraseAccount: EraseAccount
  /** For the erasure itself, after `eraseAccount`. Idempotent. */
  readonly forgetAccount: ForgetAccount

  /** Any caller. Idempotent. Queries then see it; `authenticate` in every process within a second. @throws Failure VALIDATION_ERROR for a sandbox key */
  readonly updateAccount: UpdateAccount
  /** Any caller; a sandbox key sees a made-up owner. Sees every command that has returned. @throws Failure NOT_FOUND */
  readonly getAccount: GetOwnAccount
  /** Any caller; a sandbox key sees sandbox keys only. Sees every command that has returned. */
  readonly listKeys: ListKeys
  /** The masked form of the caller's own key; '' if it has been erased. */
  readonly getKeyMask: GetKeyMask
  /** For other features. */
  readonly getCreatedAt: GetCreatedAt
  /** For other features. */
  readonly getContact: GetContact
  /** For other features. @throws Failure NOT_FOUND */
  readonly getLimits: GetLimits
  /** For operators. */
  readonly listAccounts: ListAccounts
  /** For operators. @throws Failure NOT_FOUND */
  readonly showAccount: ShowAccount
  /** The subscription plans, cheapest first. Open to everyone. */
  getPricing(): Tier[]

  /** Writes the uses of keys that are only in memory yet. */
  close(): Promise<void>
}

export const createAccounts: (dependencies: AccountsDependencies) => Accounts = wireAccounts

export { createAccountsAsOf, type PastAccounts } from './asOf.js'
export { type Caller, isPublishable } from './caller.js'
export type { ConfirmationOutcome } from './commands/confirmEmail.js'
export { ownerOfAddresses } from './encoding.js'
export type { AddressKeeping, Scope } from './events.js'
export { isPlan, PLAN_IDS, type Plan } from './plans.js'
export { type KeyLookupClient, UnknownKey } from './queries/authenticate.js'
export type { AccountView } from './queries/getAccount.js'
export type { AccountRow } from './queries/listAccounts.js'
export type { KeyView } from './queries/listKeys.js'
export { SCOPES } from './scopes.js'
export { accountCollections, accountProjections } from './wiring.js'
