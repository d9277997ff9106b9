import type { Operation, PublicOperation } from '../operation.js'
import { accountBody, keyBody } from './present.js'

export const createAccount: PublicOperation<'createAccount'> = async ({ accounts, body, requestId }) => {
  const { email, name = null } = body
  const created = await accounts.createAccount({ email, name }, { correlationId: requestId, commandId: requestId })
  const account = accountBody(created.account)
  return { status: 201, body: { success: true, account, api_key: created.apiKey } }
}

export const getAccount: Operation<'getAccount'> = async ({ accounts, caller }) => ({
  status: 200,
  body: accountBody(await accounts.getAccount(caller)),
})

export const generateKey: Operation<'generateKey'> = async ({ accounts, caller, call, body, seed }) => {
  const { name = null, expires_in_days, revoke_current_after_s, sandbox } = body ?? {}
  const input = {
    name,
    ...(expires_in_days !== undefined && { expiresInDays: expires_in_days }),
    ...(revoke_current_after_s !== undefined && { revokeCurrentAfter: revoke_current_after_s }),
    ...(sandbox !== undefined && { sandbox }),
    seed,
  }
  const { apiKey, key } = await accounts.generateKey(caller, input, call.actor)
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

export const REVOKED_MESSAGES = {
  revoked: 'The key is deleted and no longer works.',
  already_revoked: 'The key was deleted already.',
}

export const getUsage: Operation<'getUsage'> = async ({ verification, caller }) => {
  const { verifications, limit, remaining, perMinute, perSecond, plan } = await verification.getUsage(caller)
  return {
    status: 200,
    body: {
      current_month: { verifications, limit, remaining },
      rate_limits: { per_minute: perMinute, per_second: perSecond },
      plan,
    },
  }
}

export const getPricing: PublicOperation<'getPricing'> = ({ accounts }) => ({
  status: 200,
  headers: { 'Cache-Control': 'public, max-age=3600' },
  body: {
    success: true,
    currency: 'USD',
    tiers: accounts.getPricing().map(({ id, name, price, perMonth, perMinute, features }) => ({
      id,
      name,
      price_monthly: price,
      validations_per_month: perMonth,
      rate_limit_per_minute: perMinute,
      features,
    })),
  },
})
