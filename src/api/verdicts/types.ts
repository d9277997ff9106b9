// GraphQL types of verdicts and decisions.
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'
import { Decision } from '../verification/signalTypes.js'

export const VerdictIntervalEnum = enumOf('VerdictInterval', 'Length of a period of verdicts.', {
  hour: 'An hour; at most 744 of them.',
  day: 'A day of the time zone; at most 366 of them.',
  month: 'A month of the time zone; at most 120 of them.',
})

export const VerdictDimensionEnum = enumOf('VerdictDimension', 'What verdicts are broken down by.', {
  status: "v1's status.",
  decision: "v2's default decision.",
  reason: "v2's deciding reason.",
  provider: 'The mailbox provider.',
  domain: 'What follows the `@`, as A-labels.',
  api: 'The operation: `v1`, `v2`, `call` (a synchronous batch) or `batch`.',
})

export const VerdictApiEnum = enumOf('VerdictApi', 'The operation that gave a verdict.', {
  v1: 'A single verification by v1.',
  v2: 'A single verification by v2.',
  call: 'A synchronous batch.',
  batch: 'An asynchronous batch or an upload.',
})

@ObjectType({ description: "Counts of verdicts by v1's status." })
class StatusCounts {
  @Field(() => Int, { description: 'Addresses that mail can be delivered to.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Addresses that mail cannot be delivered to.' })
  readonly invalid!: number

  @Field(() => Int, { description: 'Addresses that DNS could not confirm.' })
  readonly unknown!: number
}

@ObjectType({ description: "Counts of verdicts by v2's default decision, whichever version answered." })
class DecisionCounts {
  @Field(() => Int, { description: 'Addresses to accept.' })
  readonly allow!: number

  @Field(() => Int, { description: 'Addresses to look at.' })
  readonly review!: number

  @Field(() => Int, { description: 'Addresses to refuse.' })
  readonly deny!: number

  @Field(() => Int, { description: 'Verdicts whose decision was not recorded.' })
  readonly unknown!: number
}

@ObjectType({ description: 'How many addresses were answered in which way.' })
class VerdictCounts {
  @Field(() => Int, { description: 'All addresses that were answered.' })
  readonly total!: number

  @Field(() => StatusCounts, { description: "Addresses by v1's answer." })
  readonly status!: StatusCounts

  @Field(() => DecisionCounts, { description: "Addresses by v2's advice." })
  readonly decision!: DecisionCounts

  @Field(() => Int, { description: 'Addresses of disposable domains.' })
  readonly disposable!: number

  @Field(() => Int, { description: 'Role addresses.' })
  readonly role!: number

  @Field(() => Int, { description: 'Addresses of free providers.' })
  readonly free!: number

  @Field(() => Int, { description: 'Addresses for which another domain was suggested.' })
  readonly typo!: number

  @Field(() => Int, {
    description: 'Addresses of which it was not recorded whether another domain was suggested.',
  })
  readonly typoUnknown!: number

  @Field(() => Int, { description: 'Verdicts that the signal pool gave.' })
  readonly pooled!: number
}

@ObjectType({ description: 'Count of a value.' })
class VerdictValue {
  @Field(() => String, { description: 'The status, decision, reason, provider, domain or operation.' })
  readonly value!: string

  @Field(() => Int, { description: 'Addresses that were answered with it.' })
  readonly count!: number
}

@ObjectType({ description: 'Counts by the values of one dimension. All counts add up to the total.' })
class VerdictBreakdown {
  // The cost of the whole query is multiplied by `limit`.
  @Extensions({ items: 1 })
  @Field(() => [VerdictValue], { description: 'The most frequent values of the range, most frequent first.' })
  readonly values!: readonly VerdictValue[]

  @Field(() => Int, { description: 'Verdicts without a value.' })
  readonly none!: number

  @Field(() => Int, { description: 'Verdicts whose value was not recorded.' })
  readonly unknown!: number

  @Field(() => Int, { description: 'Verdicts of other values.' })
  readonly other!: number
}

@ObjectType({ description: 'A range of time, with its counts.' })
class VerdictRange {
  @Field(() => DateTime, { description: 'The first moment that is counted.' })
  readonly start!: string

  @Field(() => DateTime, { description: 'The first moment after what is counted.' })
  readonly end!: string

  @Field(() => VerdictCounts, { description: 'How many addresses were answered in which way.' })
  readonly counts!: VerdictCounts
}

@ObjectType({ description: 'A period, with its counts.' })
class VerdictPeriod extends VerdictRange {
  @Field(() => VerdictBreakdown, { nullable: true, description: 'Counts by value; null without `by`.' })
  readonly breakdown!: VerdictBreakdown | null
}

@ObjectType({ description: "Counts of the account's verdicts." })
export class Verdicts {
  @Field(() => String, { description: 'Time zone of days and months.' })
  readonly timezone!: string

  @Field(() => VerdictPeriod, { description: 'The whole range.' })
  readonly range!: VerdictPeriod

  @Field(() => VerdictRange, { description: 'The range of the same length before.' })
  readonly previous!: VerdictRange

  @Extensions({ items: 31 })
  @Field(() => [VerdictPeriod], {
    description: 'Every period of the range, oldest first; the breakdowns have the values of the whole range.',
  })
  readonly periods!: readonly VerdictPeriod[]
}

@ObjectType({ description: "What would be decided by today's lists." })
class DecisionToday {
  @Field(() => Decision, { description: "v2's default decision." })
  readonly decision!: 'allow' | 'review' | 'deny'

  @Field(() => [String], { description: "v2's reasons, the deciding one first." })
  readonly reasons!: readonly string[]

  @Field(() => String, { description: 'Version of the lists.' })
  readonly lists!: string
}

@ObjectType('LoggedDecision', { description: 'What was answered about an address, and by what. Contains no address.' })
export class LoggedDecision {
  @Field(() => ID, { description: 'Identifies the decision.' })
  readonly id!: string

  @Field(() => DateTime, { description: 'When it was recorded.' })
  readonly at!: string

  @Field(() => String, { description: 'The `X-Request-ID` of the request.' })
  readonly requestId!: string

  @Field(() => VerdictApiEnum, { description: 'The operation that answered.' })
  readonly api!: 'v1' | 'v2' | 'call'

  @Field(() => Int, {
    nullable: true,
    description: 'Index of the address in a synchronous batch; null for a single verification.',
  })
  readonly row!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Last five characters of the ID of the API key; null if it was not recorded.',
  })
  readonly key!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Domain as A-labels; null if there is none, or it was not recorded.',
  })
  readonly domain!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The address, with most of its local part masked; null unless the account keeps addresses (`keepAddressesDays`), and for what is no address.',
  })
  readonly address!: string | null

  @Field(() => String, { description: 'Status as in v1: `valid`, `invalid` or `unknown`.' })
  readonly status!: string

  @Field(() => String, { nullable: true, description: 'Reason as in v1; null unless the address is invalid.' })
  readonly reason!: string | null

  @Field(() => Decision, {
    nullable: true,
    description: "v2's default decision, whichever version answered; null if it was not recorded.",
  })
  readonly decision!: 'allow' | 'review' | 'deny' | null

  @Field(() => [String], {
    nullable: true,
    description: "v2's reasons, the deciding one first; null if they were not recorded.",
  })
  readonly reasons!: readonly string[] | null

  @Field(() => String, {
    nullable: true,
    description: 'How mail is routed to the domain, or why it is not; null if it was not recorded.',
  })
  readonly route!: string | null

  @Field(() => String, { nullable: true, description: 'The domain that was suggested instead, if any.' })
  readonly suggestion!: string | null

  @Field(() => String, { nullable: true, description: 'Mailbox provider; null if unknown.' })
  readonly provider!: string | null

  @Field(() => Boolean, { description: 'Whether the domain is disposable.' })
  readonly disposable!: boolean

  @Field(() => Boolean, { description: 'Whether the address belongs to a role instead of a person.' })
  readonly role!: boolean

  @Field(() => Boolean, { description: 'Whether the provider offers free mailboxes.' })
  readonly free!: boolean

  @Field(() => String, { nullable: true, description: 'Version of the lists; null if it was not recorded.' })
  readonly lists!: string | null

  @Field(() => Decision, {
    nullable: true,
    description: "What the account's own rules made of it; the default decision if none of them decided.",
  })
  readonly action!: 'allow' | 'review' | 'deny' | null

  @Field(() => String, { nullable: true, description: 'Name or number of the rule that decided; null if none did.' })
  readonly rule!: string | null

  @Field(() => Int, { description: 'Version of the rules; 0 without rules.' })
  readonly rulesVersion!: number

  @Field(() => DecisionToday, {
    nullable: true,
    description:
      "What would be decided by today's lists. The route and what the local part says are as recorded, because the address is not stored. Null if the decision or its domain was not recorded.",
  })
  readonly today!: DecisionToday | null
}
