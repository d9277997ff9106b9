import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'

@ObjectType({ description: 'An account.' })
export class Account {
  @Field(() => ID, { description: 'Unique account identifier.' })
  readonly id!: string

  @Field(() => String, { description: 'Where the owner is reached.' })
  readonly email!: string

  @Field(() => String, { nullable: true, description: 'What to call the owner; null when none was given.' })
  readonly name!: string | null

  @Field(() => String, { description: 'Current subscription plan: `free`, `starter`, `growth` or `enterprise`.' })
  readonly plan!: string

  @Field(() => DateTime, { description: 'When the account was made.' })
  readonly createdAt!: string

  @Field(() => DateTime, { description: 'When the account was last changed.' })
  readonly updatedAt!: string
}

@ObjectType({ description: 'A new account and its key.' })
export class AccountCreated {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => Account, { description: 'The account.' })
  readonly account!: Account

  @Field(() => String, { description: 'The generated key. It is shown here and never again.' })
  readonly apiKey!: string
}

@ObjectType({ description: 'What may be shown of a key.' })
export class ApiKey {
  @Field(() => ID, { description: 'Identifies the key, for revoking it.' })
  readonly id!: string

  @Field(() => String, { nullable: true, description: 'The name that it was given, or null.' })
  readonly name!: string | null

  @Field(() => String, {
    description: 'The beginning of the key; `mpk_` is a live key, `mpt_` a sandbox key.',
  })
  readonly masked!: string

  @Field(() => Boolean, { description: 'Whether its calls cost nothing and answer by the local part of the address.' })
  readonly sandbox!: boolean

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When it stops working, or null.' })
  readonly expiresAt!: string | null

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to about a minute; null when never.' })
  readonly lastUsedAt!: string | null
}

@ObjectType({ description: 'A new key.' })
export class KeyGenerated {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => String, { description: 'The key. It is shown here and never again.' })
  readonly apiKey!: string

  @Field(() => ApiKey, { description: 'What may be shown of it later.' })
  readonly key!: ApiKey
}

@ObjectType({ description: 'That a key is deleted.' })
export class KeyRevoked {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => String, { description: 'What was done, for people.' })
  readonly message!: string
}

@ObjectType({ description: 'What was used of a month.' })
class MonthUsage {
  @Field(() => String, { description: 'The UTC month, `yyyy-mm`.' })
  readonly month!: string

  @Field(() => Int, { description: 'Addresses charged.' })
  readonly verifications!: number

  @Field(() => Int, { description: 'Addresses that the plan allows.' })
  readonly limit!: number

  @Field(() => Int, { description: 'What is left, after what is charged and what is reserved for running work.' })
  readonly remaining!: number
}

@ObjectType({ description: 'How often an account may ask.' })
class RateLimits {
  @Field(() => Int, { description: 'Requests a minute that the plan allows.' })
  readonly perMinute!: number

  @Field(() => Int, { description: 'A sixtieth of it, rounded up; reported, not enforced.' })
  readonly perSecond!: number
}

@ObjectType({ description: 'What an account has used, and its limits.' })
export class UsageStats {
  @Field(() => MonthUsage, { description: 'The present UTC month, or the one that was asked for.' })
  readonly currentMonth!: MonthUsage

  @Field(() => RateLimits, { description: 'How often the account may ask.' })
  readonly rateLimits!: RateLimits

  @Field(() => String, { description: 'Current subscription plan.' })
  readonly plan!: string
}

@ObjectType({ description: 'A plan.' })
class PricingTier {
  @Field(() => ID, { description: "The plan's name for programs." })
  readonly id!: string

  @Field(() => String, { description: "The plan's name for people." })
  readonly name!: string

  @Field(() => Float, { nullable: true, description: 'Price of a month; null is by agreement.' })
  readonly priceMonthly!: number | null

  @Field(() => Int, { description: 'Addresses a month.' })
  readonly validationsPerMonth!: number

  @Field(() => Int, { description: 'Requests a minute.' })
  readonly rateLimitPerMinute!: number

  @Field(() => [String], { description: 'What the plan includes, for people.' })
  readonly features!: readonly string[]
}

@ObjectType({ description: 'The plans and their prices.' })
export class Pricing {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => String, { description: 'Currency of the prices.' })
  readonly currency!: string

  @Field(() => [PricingTier], { description: 'The plans, smallest first.' })
  readonly tiers!: readonly PricingTier[]
}
