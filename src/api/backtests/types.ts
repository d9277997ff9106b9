// GraphQL types of backtests.
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

const BacktestStatusEnum = enumOf('BacktestStatus', 'How far a backtest is.', {
  pending: 'It has not begun yet.',
  running: 'It goes on.',
  completed: 'Every verification of the period has been looked at.',
  failed: 'Verifications of the period cannot be read.',
  cancelled: 'It was ended early.',
})

export const BacktestListsEnum = enumOf('BacktestLists', "Which of the account's own lists count.", {
  // biome-ignore lint/suspicious/noThenProperty: not a promise
  then: 'Those that were in force at each verification.',
  now: 'Those at the time of the request.',
})

export const BacktestedRulesEnum = enumOf('BacktestedRules', 'Rules that are tried.', {
  draft: 'Those that were written last, and may never have decided.',
  live: 'The version that decides now.',
})

const BacktestDecisionEnum = enumOf('BacktestDecision', 'What was, or would have been, done with an address.', {
  allow: 'Accept the address.',
  review: 'Look at the address.',
  deny: 'Refuse the address.',
  unknown: 'It was not recorded, or depends on what was not.',
})

@ObjectType({ description: 'Verifications with one pair of decisions.' })
class BacktestDecisions {
  @Field(() => BacktestDecisionEnum, { description: 'What was decided.' })
  readonly before!: string

  @Field(() => BacktestDecisionEnum, { description: 'What the rules would have decided.' })
  readonly after!: string

  @Field(() => Int, { description: 'How many there are.' })
  readonly verifications!: number
}

@ObjectType({ description: 'Verifications with one deciding reason.' })
class BacktestReason {
  @Field(() => String, { nullable: true, description: 'Reason of v2; null if it was not recorded.' })
  readonly reason!: string | null

  @Extensions({ items: 3 })
  @Field(() => [BacktestDecisions], { description: 'Those verifications by decisions.' })
  readonly decisions!: readonly BacktestDecisions[]
}

@ObjectType({ description: 'Verifications of one day.' })
class BacktestDay {
  @Field(() => String, { description: 'UTC date.' })
  readonly day!: string

  @Extensions({ items: 3 })
  @Field(() => [BacktestDecisions], { description: 'Those verifications by decisions.' })
  readonly decisions!: readonly BacktestDecisions[]
}

@ObjectType({ description: 'Verifications that one rule would have decided.' })
class BacktestRule {
  @Field(() => String, { description: 'Name of the rule, or its number.' })
  readonly rule!: string

  @Extensions({ items: 3 })
  @Field(() => [BacktestDecisions], { description: 'Those verifications by decisions.' })
  readonly decisions!: readonly BacktestDecisions[]
}

@ObjectType({
  description:
    'Verifications with outcomes whose decision is known. Confirmed, delivered and engaged are good; complained and bounced for good are bad.',
})
class BacktestOutcomeCounts {
  @Field(() => Int, { description: 'Verifications whose outcomes are good, that were allowed.' })
  readonly goodAllowed!: number

  @Field(() => Int, { description: 'Verifications whose outcomes are good, that were marked for review.' })
  readonly goodReviewed!: number

  @Field(() => Int, { description: 'Verifications whose outcomes are good, that were denied.' })
  readonly goodDenied!: number

  @Field(() => Int, { description: 'Verifications whose outcomes are bad, that were allowed.' })
  readonly badAllowed!: number

  @Field(() => Int, { description: 'Verifications whose outcomes are bad, that were marked for review.' })
  readonly badReviewed!: number

  @Field(() => Int, { description: 'Verifications whose outcomes are bad, that were denied.' })
  readonly badDenied!: number
}

@ObjectType({ description: 'Verifications with outcomes, by what was decided and by what would have been.' })
class BacktestOutcomes {
  @Field(() => BacktestOutcomeCounts, { description: 'By what was decided.' })
  readonly before!: BacktestOutcomeCounts

  @Field(() => BacktestOutcomeCounts, { description: 'By what the rules would have decided.' })
  readonly after!: BacktestOutcomeCounts
}

@ObjectType({ description: 'A verification that would have been decided otherwise. Contains no address.' })
class BacktestExample {
  @Field(() => DateTime, { description: 'When it was recorded.' })
  readonly at!: string

  @Field(() => BacktestDecisionEnum, { description: 'What was decided.' })
  readonly before!: string

  @Field(() => BacktestDecisionEnum, { description: 'What would have been decided.' })
  readonly after!: string

  @Field(() => String, { nullable: true, description: 'The rule that decided; null if none did.' })
  readonly ruleBefore!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The rule that would have decided; null if none would, or it is not known which.',
  })
  readonly ruleAfter!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Domain as A-labels; null if there is none, or it was not recorded.',
  })
  readonly domain!: string | null

  @Extensions({ items: 2 })
  @Field(() => [String], { description: 'Reasons of v2, the deciding one first.' })
  readonly reasons!: readonly string[]

  @Field(() => String, { nullable: true, description: 'The `X-Request-ID` of the request; null for a row of a job.' })
  readonly requestId!: string | null

  @Field(() => ID, { nullable: true, description: 'The job; null for others.' })
  readonly batchId!: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Index in the synchronous batch or job; null for a single verification.',
  })
  readonly row!: number | null
}

@ObjectType({ description: 'What a backtest has counted so far.' })
class BacktestResult {
  @Extensions({ items: 3 })
  @Field(() => [BacktestDecisions], {
    description: 'All verifications by what was decided and what would have been.',
  })
  readonly decisions!: readonly BacktestDecisions[]

  @Extensions({ items: 5 })
  @Field(() => [BacktestReason], { description: "The same by v2's deciding reason." })
  readonly reasons!: readonly BacktestReason[]

  @Extensions({ items: 7 })
  @Field(() => [BacktestDay], { description: 'The same by UTC day, in order.' })
  readonly days!: readonly BacktestDay[]

  @Extensions({ items: 5 })
  @Field(() => [BacktestRule], { description: 'The same by the rule that would have decided.' })
  readonly rules!: readonly BacktestRule[]

  @Field(() => BacktestOutcomes, { description: 'The same of verifications with outcomes.' })
  readonly outcomes!: BacktestOutcomes

  @Extensions({ items: 4 })
  @Field(() => [BacktestExample], {
    description: 'Verifications that would have been decided otherwise, at most five of each change.',
  })
  readonly examples!: readonly BacktestExample[]
}

@ObjectType({ description: 'A backtest without its result.' })
export class BacktestSummary {
  @Field(() => ID, { description: 'Identifies the backtest.' })
  readonly id!: string

  @Field(() => BacktestStatusEnum, { description: 'How far it is.' })
  readonly status!: string

  @Field(() => Int, {
    nullable: true,
    description: 'Version of the rules that are tried, 0 = no rules; null for a draft.',
  })
  readonly rulesVersion!: number | null

  @Field(() => DateTime, { description: 'Start of the period.' })
  readonly from!: string

  @Field(() => DateTime, { description: 'End of the period, exclusive.' })
  readonly to!: string

  @Field(() => BacktestListsEnum, { description: "Which of the account's own lists count." })
  readonly lists!: string

  @Field(() => DateTime, { description: 'When it was requested.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null while it goes on.' })
  readonly endedAt!: string | null

  @Field(() => Int, { description: 'Verifications that have been looked at.' })
  readonly processed!: number

  @Field(() => Int, { description: 'Verifications of the period; approximate until the backtest has completed.' })
  readonly total!: number

  @Field(() => Int, { description: 'Verifications that the rules would have decided otherwise.' })
  readonly changed!: number

  @Field(() => Int, { description: 'Verifications whose decision by the rules depends on what was not recorded.' })
  readonly undecided!: number

  @Field(() => Int, { description: 'Verifications of which it was not recorded what was decided.' })
  readonly unrecorded!: number

  @Field(() => String, { nullable: true, description: 'Why it failed; null unless it has.' })
  readonly error!: string | null
}

@ObjectType({ description: 'How rules would have decided the verifications of a period.' })
export class Backtest extends BacktestSummary {
  @Field(() => BacktestResult, { description: 'What has been counted so far.' })
  readonly result!: BacktestResult
}
