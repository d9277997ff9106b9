import { Field, Float, ID, Int, ObjectType } from 'type-graphql'

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
