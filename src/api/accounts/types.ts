// GraphQL types of accounts and API keys.

import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { Scope } from '../../features/accounts/index.js'
import { CalendarDay, CalendarMonth } from '../graphql/calendar.js'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'
import { Success } from '../graphql/success.js'

export const KeyScopeEnum = enumOf('KeyScope', 'What an API key may do.', {
  verify: 'Verify single addresses.',
  bulk: 'Verify lists and files, and read their results.',
  read: "Read the account's statistics, decisions and usage.",
  webhooks: 'Read and change webhooks, their secrets and their deliveries.',
  rules: 'Read and change rules and lists.',
  outcomes: 'Report outcomes. A key that can do nothing else may be part of a URL.',
  admin: 'Create, list and revoke API keys.',
})

const EmailConfirmationEnum = enumOf('EmailConfirmation', "Whether the owner's address is confirmed.", {
  confirmed: 'The owner followed the link that was sent to it.',
  pending: 'Not yet: `requestConfirmation` has another link sent.',
  off: 'This installation sends no mail, so that addresses are not confirmed. Sandbox keys see no other value.',
})
const LinkStatusEnum = enumOf('LinkStatus', 'What became of a request for a link.', {
  requested: 'A link is sent; one that was sent before ends.',
  already_confirmed: 'Nothing is sent, because the address is confirmed.',
  off: 'Nothing is sent, because this installation sends no mail, or the key is a sandbox key.',
})

@ObjectType({ description: 'An account and its subscription plan.' })
export class Account {
  @Field(() => ID, { description: 'Unique account ID.' })
  readonly id!: string

  @Field(() => String, {
    description: "The owner's contact address, exactly as given. It may be internationalised (RFC 6531).",
  })
  readonly email!: string

  @Field(() => String, { nullable: true, description: "The owner's name; null if none was given." })
  readonly name!: string | null

  @Field(() => String, { description: 'Current subscription plan: `free`, `starter`, `growth` or `enterprise`.' })
  readonly plan!: string

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the owner followed the link that was sent to the address; null before that, and where the service sends no mail.',
  })
  readonly emailConfirmedAt!: string | null

  @Field(() => EmailConfirmationEnum, { description: "Whether the owner's address is confirmed." })
  readonly emailConfirmation!: string

  @Field(() => Int, {
    description: 'For how many days masked addresses are kept beside decisions; 0 if they are not.',
  })
  readonly keepAddressesDays!: number

  @Field(() => DateTime, { description: 'When the account was created.' })
  readonly createdAt!: string

  @Field(() => DateTime, { description: 'When the account was last changed.' })
  readonly updatedAt!: string
}

@ObjectType({ description: 'A new account and its first key.' })
export class AccountCreated extends Success {
  @Field(() => Account, { description: 'The new account.' })
  readonly account!: Account

  @Field(() => String, { description: 'The API key. It is shown only once, in this response.' })
  readonly apiKey!: string
}

@ObjectType({ description: 'An API key without its secret part.' })
export class ApiKey {
  @Field(() => ID, { description: 'ID of the key, as used to revoke it.' })
  readonly id!: string

  @Field(() => String, { nullable: true, description: "The key's label; null if it has none." })
  readonly name!: string | null

  @Field(() => String, {
    description:
      'The first characters of the key: `mpk_` for a live key, `mpt_` for a sandbox key, `pk_` for a publishable key.',
  })
  readonly masked!: string

  @Field(() => Boolean, {
    description:
      'Whether this is a sandbox key: its calls are free, and their results depend only on the local part of the address.',
  })
  readonly sandbox!: boolean

  @Field(() => Boolean, {
    description: 'Whether the key is for the source of a page: it can only call `POST /v1/check`, from `origins`.',
  })
  readonly publishable!: boolean

  @Field(() => [KeyScopeEnum], { description: 'What the key may do.' })
  readonly scopes!: readonly Scope[]

  @Field(() => [String], { description: 'Networks that the key may be used from; empty if from anywhere.' })
  readonly networks!: readonly string[]

  @Field(() => [String], { description: 'Origins of the pages that a publishable key is for; empty for other keys.' })
  readonly origins!: readonly string[]

  @Field(() => DateTime, { description: 'When the key was created.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When the key expires; null if never.' })
  readonly expiresAt!: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'The lifetime that the key was made with, in days; null if it has no end of its own. A key that is being rotated ends before that, at `expiresAt`.',
  })
  readonly expiresInDays!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was last used, accurate to about a minute; null if never.',
  })
  readonly lastUsedAt!: string | null
}

@ObjectType({ description: "What became of a request for a link that confirms the owner's address." })
export class ConfirmationRequested extends Success {
  @Field(() => LinkStatusEnum, { description: 'Whether a link is sent.' })
  readonly status!: string

  @Field(() => String, { description: 'The same for people.' })
  readonly message!: string
}

@ObjectType({ description: 'A newly generated key.' })
export class KeyGenerated extends Success {
  @Field(() => String, { description: 'The API key. It is shown only once, in this response.' })
  readonly apiKey!: string

  @Field(() => ApiKey, { description: 'The key as it will be listed.' })
  readonly key!: ApiKey
}

@ObjectType({ description: 'Confirmation that a key was revoked.' })
export class KeyRevoked extends Success {
  @Field(() => String, { description: 'A human-readable confirmation.' })
  readonly message!: string
}

@ObjectType({ description: "One UTC day's usage." })
class DayUsage {
  @Field(() => CalendarDay, { description: 'The UTC day, `yyyy-mm-dd`.' })
  readonly day!: string

  @Field(() => Int, { description: 'Addresses charged on the day.' })
  readonly verifications!: number

  @Field(() => Int, { description: 'Results of the day, charged or not.' })
  readonly results!: number
}

@ObjectType({ description: "One month's usage." })
class MonthUsage {
  @Field(() => CalendarMonth, { description: 'The UTC month, `yyyy-mm`.' })
  readonly month!: string

  @Field(() => Int, { description: 'Addresses charged in the month.' })
  readonly verifications!: number

  @Field(() => Int, { description: 'Addresses that the plan allows per month.' })
  readonly limit!: number

  @Field(() => Int, {
    description: 'Addresses left: the limit minus what is charged and what is reserved for running batches.',
  })
  readonly remaining!: number

  @Extensions({ items: 31 })
  @Field(() => [DayUsage], {
    description: 'The days of the month, up to today. They add up to the month; rows of a batch count when processed.',
  })
  readonly days!: readonly DayUsage[]
}

@ObjectType({ description: 'Request limits of an account.' })
class RateLimits {
  @Field(() => Int, { description: 'Requests per minute that the plan allows.' })
  readonly perMinute!: number

  @Field(() => Int, { description: 'One sixtieth of `perMinute`, rounded up; informational, not enforced.' })
  readonly perSecond!: number
}

@ObjectType({ description: "An account's usage and limits." })
export class UsageStats {
  @Field(() => MonthUsage, { description: 'Usage of the requested UTC month; the current month by default.' })
  readonly currentMonth!: MonthUsage

  @Field(() => RateLimits, { description: "The account's request limits." })
  readonly rateLimits!: RateLimits

  @Field(() => String, { description: 'Current subscription plan: `free`, `starter`, `growth` or `enterprise`.' })
  readonly plan!: string
}

@ObjectType({ description: 'A subscription plan.' })
class PricingTier {
  @Field(() => ID, { description: 'Machine-readable plan name, such as `starter`.' })
  readonly id!: string

  @Field(() => String, { description: 'Display name of the plan.' })
  readonly name!: string

  @Field(() => Float, { nullable: true, description: 'Monthly price; null if by agreement.' })
  readonly priceMonthly!: number | null

  @Field(() => Int, { description: 'Addresses included per month.' })
  readonly validationsPerMonth!: number

  @Field(() => Int, { description: 'Requests allowed per minute.' })
  readonly rateLimitPerMinute!: number

  @Field(() => [String], { description: 'Human-readable list of what the plan includes.' })
  readonly features!: readonly string[]
}

@ObjectType({ description: 'The plans and their prices.' })
export class Pricing extends Success {
  @Field(() => String, { description: 'Currency of the prices (ISO 4217).' })
  readonly currency!: string

  @Field(() => [PricingTier], { description: 'The plans, smallest first.' })
  readonly tiers!: readonly PricingTier[]
}
