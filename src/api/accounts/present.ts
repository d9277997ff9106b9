import type { Accounts, AccountView, KeyView } from '../../features/accounts/index.js'
import type { Verification } from '../../features/verification/index.js'

/** The contract's Account. */
export const accountBody = ({ id, email, name, plan, emailConfirmedAt, ...view }: AccountView) => ({
  id,
  email,
  ...(name !== null && { name }),
  plan,
  ...(emailConfirmedAt !== null && { email_confirmed_at: emailConfirmedAt }),
  email_confirmation: view.emailConfirmation,
  keep_addresses_days: view.keepAddressesDays,
  created_at: view.createdAt,
  updated_at: view.updatedAt,
})

/** The contract's ApiKey. */
export const keyBody = (key: KeyView) => {
  const { id, name, masked, sandbox, createdAt, expiresAt, lastUsedAt, scopes, networks, publishable, origins } = key
  return {
    id,
    name,
    masked,
    sandbox,
    publishable,
    scopes,
    networks,
    origins,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  }
}

export const LINK_MESSAGES = {
  requested: "A link was sent to the account's address.",
  already_confirmed: "The account's address is confirmed already.",
  off: 'Nothing is sent: this installation sends no mail, or the key is a sandbox key.',
}

export const REVOKED_MESSAGES = {
  revoked: 'API key revoked.',
  already_revoked: 'This API key was already revoked.',
}

type Usage = Awaited<ReturnType<Verification['getUsage']>>

/** The contract's UsageStats. */
export const usageBody = ({ verifications, limit, remaining, perMinute, perSecond, plan }: Usage) => ({
  current_month: { verifications, limit, remaining },
  rate_limits: { per_minute: perMinute, per_second: perSecond },
  plan,
})

/** The contract's PricingTiers. */
export const pricingBody = (tiers: ReturnType<Accounts['getPricing']>) => ({
  success: true,
  currency: 'USD' as const,
  tiers: tiers.map(({ id, name, price, perMonth, perMinute, features }) => ({
    id,
    name,
    price_monthly: price,
    validations_per_month: perMonth,
    rate_limit_per_minute: perMinute,
    features,
  })),
})
