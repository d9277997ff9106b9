import { Field, Int, ObjectType } from 'type-graphql'

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
