import { type Prepared, prepareText } from '../../httpMessages/prepared.js'
import type { ApiSchema } from '../contract/types.js'
import type { Operation, PublicOperation } from '../operation.js'
import { contentOf } from '../rest/prepared.js'
import { accountBody, keyBody, LINK_MESSAGES, pricingBody, REVOKED_MESSAGES, usageBody } from './present.js'
import { accountChanges, generateKeyInput, newAccountInput } from './requests.js'

export const createAccount: PublicOperation<'createAccount'> = async ({ accounts, body, requestId }) => {
  const created = await accounts.registerAccount(newAccountInput(body), {
    correlationId: requestId,
    commandId: requestId,
  })
  const account = accountBody(created.account)
  return { status: 201, body: { success: true, account, api_key: created.apiKey } }
}

export const getAccount: Operation<'getAccount'> = async ({ accounts, caller }) => ({
  status: 200,
  body: accountBody(await accounts.getAccount(caller)),
})

export const updateAccount: Operation<'updateAccount'> = async ({ accounts, caller, call, body }) => ({
  status: 200,
  body: accountBody(await accounts.updateAccount(caller, accountChanges(body), call.actor)),
})

export const requestConfirmation: Operation<'requestConfirmation'> = async ({ mails, caller, call }) => {
  const status = await mails.requestLink(caller, call.actor)
  return { status: 202, body: { success: true, status, message: LINK_MESSAGES[status] } }
}

export const generateKey: Operation<'generateKey'> = async ({ accounts, caller, call, body, seed }) => {
  const { apiKey, key } = await accounts.generateKey(caller, generateKeyInput(body, seed), call.actor)
  return { status: 201, body: { success: true, api_key: apiKey, key: keyBody(key) } }
}

export const listKeys: Operation<'listKeys'> = async ({ accounts, caller }) => ({
  status: 200,
  body: { keys: (await accounts.listKeys(caller)).map(keyBody) },
})

export const revokeKey: Operation<'revokeKey'> = async ({ accounts, caller, call, params }) => {
  const outcome = await accounts.revokeKey(caller, params.keyId, call.actor)
  return { status: 200, body: { success: true, message: REVOKED_MESSAGES[outcome] } }
}

export const getUsage: Operation<'getUsage'> = async ({ verification, caller }) => ({
  status: 200,
  body: usageBody(await verification.getUsage(caller)),
})

/** The plans do not change while the process runs. */
let pricing: Prepared | undefined

export const getPricing: PublicOperation<'getPricing'> = ({ accounts }) => {
  pricing ??= prepareText(JSON.stringify(pricingBody(accounts.getPricing())))
  const headers = { 'Cache-Control': 'public, max-age=3600' }
  return { status: 200, headers, body: contentOf<ApiSchema<'PricingTiers'>>(pricing) }
}
