// Puts the accounts feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Log } from '../../kernel/log.js'
import type { CollectionDefinition, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { createConfirmEmail } from './commands/confirmEmail.js'
import { createAccountCreation } from './commands/createAccount.js'
import { createEraseAccount } from './commands/eraseAccount.js'
import { createForgetAccount } from './commands/forgetAccount.js'
import { createGenerateKey } from './commands/generateKey.js'
import { createIssueInvite } from './commands/issueInvite.js'
import { createRegisterAccount, type Registration } from './commands/registerAccount.js'
import { createRequestConfirmation } from './commands/requestConfirmation.js'
import { createRevokeKey } from './commands/revokeKey.js'
import { createSetLimits } from './commands/setLimits.js'
import { createSetPlan } from './commands/setPlan.js'
import { createUpdateAccount } from './commands/updateAccount.js'
import { createConfirmations } from './internal/confirmations.js'
import { createKeyUse, KEY_USES } from './keyUse.js'
import { accounts } from './projections/accounts.js'
import { apiKeys } from './projections/apiKeys.js'
import { createAuthenticate } from './queries/authenticate.js'
import { createGetAccount, createGetOwnAccount } from './queries/getAccount.js'
import { createGetContact } from './queries/getContact.js'
import { createGetCreatedAt } from './queries/getCreatedAt.js'
import { createGetKeyMask } from './queries/getKeyMask.js'
import { createGetLimits } from './queries/getLimits.js'
import { getPricing } from './queries/getPricing.js'
import { createListAccounts, createShowAccount } from './queries/listAccounts.js'
import { createListKeys } from './queries/listKeys.js'

export const accountProjections: readonly AnyProjection[] = [accounts, apiKeys]

/** Collections of operational records, which are not in the log. */
export const accountCollections: readonly CollectionDefinition[] = [KEY_USES]

export interface AccountsDependencies {
  readonly eventing: Eventing
  readonly documents: DocumentStore
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly isMailbox: (text: string) => boolean
  readonly registration: Registration
  readonly deriveKey: DeriveKey
  /** Whether owners' addresses are confirmed: whether this installation sends mail. */
  readonly confirmsEmail: boolean
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireAccounts(dependencies: AccountsDependencies) {
  const { authenticate, onKeyEnded, onAccountChanged } = createAuthenticate(dependencies)
  const keyUses = createKeyUse(dependencies)
  const getAccount = createGetAccount(dependencies)
  const getOwnAccount = createGetOwnAccount({ getAccount })
  const listKeys = createListKeys({ ...dependencies, keyUses })
  const confirmations = createConfirmations(dependencies)
  const newConfirmation = dependencies.confirmsEmail ? confirmations.newConfirmation : undefined
  const createAccount = createAccountCreation({ ...dependencies, getAccount, newConfirmation })
  const requestConfirmation = createRequestConfirmation({ ...dependencies, newConfirmation })
  return {
    authenticate,
    keyUsed: keyUses.used,
    createAccount,
    registerAccount: createRegisterAccount({ ...dependencies, createAccount }),
    issueInvite: createIssueInvite(dependencies),
    requestConfirmation,
    confirmEmail: createConfirmEmail({
      ...dependencies,
      requestConfirmation: newConfirmation && requestConfirmation,
    }),
    getContact: createGetContact({ ...dependencies, confirmations }),
    generateKey: createGenerateKey({ ...dependencies, listKeys, onKeyEnded }),
    revokeKey: createRevokeKey({ ...dependencies, onKeyEnded }),
    setPlan: createSetPlan(dependencies),
    setLimits: createSetLimits(dependencies),
    eraseAccount: createEraseAccount(dependencies),
    forgetAccount: createForgetAccount({ ...dependencies, keyUses }),
    getAccount: getOwnAccount,
    updateAccount: createUpdateAccount({ ...dependencies, getAccount: getOwnAccount, onAccountChanged }),
    getCreatedAt: createGetCreatedAt(dependencies),
    getKeyMask: createGetKeyMask(dependencies),
    getLimits: createGetLimits(dependencies),
    listAccounts: createListAccounts(dependencies),
    showAccount: createShowAccount(dependencies),
    listKeys,
    getPricing,
    close: keyUses.close,
  }
}
