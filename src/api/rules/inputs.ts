// GraphQL inputs and arguments of rules and lists.
import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { defaultsOf } from '../contract/defaults.js'
import { DateTime } from '../graphql/dateTime.js'
import { PageArgs } from '../graphql/page.js'
import { AS_OF } from '../past.js'
import { Decision } from '../verification/signalTypes.js'
import { ListNameEnum } from './types.js'

@InputType({ description: 'A rule. The first whose condition holds decides.' })
class RuleInput {
  @Field(() => String, { nullable: true, description: 'Unique in its set. Default: its number.' })
  readonly name?: string | null

  @Field(() => String, { description: 'What must hold for the rule to decide: JSON, as in the REST API.' })
  readonly when!: string

  @Field(() => Decision, { description: 'What the rule decides.' })
  readonly action!: string

  @Field(() => String, { nullable: true, description: 'What to say to the visitor. Default: nothing.' })
  readonly message?: string | null
}

@InputType({ description: 'A set of rules.' })
export class PutRulesDraftInput {
  @Field(() => [RuleInput], { description: 'The whole set, in order. The REST operation accepts larger ones.' })
  readonly rules!: readonly RuleInput[]
}

@InputType({ description: 'What must be so for the draft to be activated.' })
export class ActivateRulesInput {
  @Field(() => Int, { nullable: true, description: 'The version that must be live; 0 = no rules. Default: any.' })
  readonly liveVersion?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'The `updatedAt` of the draft, so that no other one is activated. Default: any.',
  })
  readonly draftUpdatedAt?: string | null
}

@InputType({ description: 'The version that is to be live again.' })
export class RollbackRulesInput {
  @Field(() => Int, { description: 'Its number; 0 = no rules.' })
  readonly version!: number
}

@InputType({ description: 'All entries of a list.' })
export class PutListInput {
  @Field(() => ListNameEnum, { description: 'Which one.' })
  readonly list!: 'allow' | 'deny'

  @Field(() => [String], {
    description:
      'Addresses, domains, and `*.` before a domain for every name below it. The REST operation accepts more of them.',
  })
  readonly entries!: readonly string[]
}

@ArgsType()
export class VersionsArgs extends PageArgs {
  @Field(() => DateTime, { nullable: true, description: AS_OF })
  readonly asOf?: Date | null
}

@ArgsType()
export class ListArgs {
  @Field(() => ListNameEnum, { description: 'Which one.' })
  readonly kind!: 'allow' | 'deny'

  @Field(() => Int, { defaultValue: defaultsOf('getList', ['limit']).limit, description: 'Page size, 1 to 100.' })
  readonly limit!: number

  @Field(() => String, {
    nullable: true,
    description: 'Return items after this cursor; pass `nextCursor` of the previous page.',
  })
  readonly cursor?: string | null

  @Field(() => DateTime, { nullable: true, description: AS_OF })
  readonly asOf?: Date | null
}
