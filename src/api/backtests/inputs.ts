// GraphQL inputs and arguments of backtests.
import { Field, ID, InputType, Int } from 'type-graphql'
import { BacktestedRulesEnum, BacktestListsEnum } from './types.js'

@InputType({ description: 'Which rules are tried, and on which period.' })
export class CreateBacktestInput {
  @Field(() => BacktestedRulesEnum, {
    nullable: true,
    description: 'The rules. Default: the draft, unless `version` is given.',
  })
  readonly rules?: 'draft' | 'live' | null

  @Field(() => Int, { nullable: true, description: 'Number of a version, from 1; not together with `rules`.' })
  readonly version?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.',
  })
  readonly from?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'End, exclusive: a time, or a UTC date, with its whole day. Default: now.',
  })
  readonly to?: string | null

  @Field(() => BacktestListsEnum, {
    nullable: true,
    description: "Which of the account's own lists count. Default: those that were in force at each verification.",
  })
  readonly lists?: 'then' | 'now' | null
}

@InputType({ description: 'The backtest that is to end.' })
export class CancelBacktestInput {
  @Field(() => ID, { description: 'As returned by `createBacktest` or listed by `backtests`.' })
  readonly id!: string
}
