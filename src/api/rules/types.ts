// GraphQL types of an account's own rules and lists.
import { Extensions, Field, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'
import { Decision } from '../verification/signalTypes.js'

export const ListNameEnum = enumOf('ListName', "One of the account's own lists.", {
  allow: 'Wins over everything that would not allow an address.',
  deny: 'Denies before any rule is asked, unless a rule tests `in_deny_list`.',
})

const RuleWarningCode = enumOf('RuleWarningCode', 'Why a rule can never decide, or probably never will.', {
  impossible: 'Its conditions exclude each other, or ask for a provider or public suffix that does not exist.',
  shadowed: 'An earlier rule decides wherever it could.',
  improbable:
    'Its conditions ask for a public suffix that is not listed, which only domains that are mistyped or of private networks have.',
})

const RuleChangeKind = enumOf('RuleChangeKind', 'What happened to a rule.', {
  added: 'It is new.',
  removed: 'It is gone.',
  changed: 'It says something else.',
  moved: 'Only its place among the others differs.',
})

@ObjectType({ description: 'A rule. The first whose condition holds decides.' })
class Rule {
  @Field(() => String, { nullable: true, description: 'Unique in its set; null if the rule is called by its number.' })
  readonly name?: string | null | undefined

  @Field(() => String, { description: 'What must hold for the rule to decide: JSON, as in the REST API.' })
  readonly when!: string

  @Field(() => Decision, { description: 'What the rule decides.' })
  readonly action!: string

  @Field(() => String, { nullable: true, description: 'What to say to the visitor; null if nothing is said.' })
  readonly message?: string | null | undefined
}

@ObjectType({ description: 'Why a rule never decides, or probably never. Not all such rules are found.' })
class RuleWarning {
  @Field(() => Int, { description: 'Number of the rule, from 1.' })
  readonly rule!: number

  @Field(() => RuleWarningCode, { description: 'The same for programs.' })
  readonly code!: string

  @Field(() => String, { description: 'The same in words.' })
  readonly message!: string
}

@ObjectType({ description: 'Rules that decide live requests.' })
export class LiveRules {
  @Field(() => Int, { description: 'Number of the version; 0 = no rules.' })
  readonly version!: number

  @Field(() => DateTime, { nullable: true, description: 'Since when it is live; null before the first activation.' })
  readonly since!: string | null

  @Field(() => [Rule], { description: 'The rules in order.' })
  readonly rules!: readonly Rule[]

  @Field(() => [RuleWarning], { description: 'What is allowed, but surely not meant.' })
  readonly warnings!: readonly RuleWarning[]
}

@ObjectType({ description: 'Rules that decide nothing until they are activated.' })
export class RulesDraft {
  @Field(() => DateTime, { description: 'When the draft was written.' })
  readonly updatedAt!: string

  @Field(() => [Rule], { description: 'The rules in order.' })
  readonly rules!: readonly Rule[]

  @Field(() => [RuleWarning], { description: 'What is allowed, but surely not meant.' })
  readonly warnings!: readonly RuleWarning[]
}

@ObjectType({ description: 'The live rules of the account, and its draft.' })
export class AccountRules {
  @Field(() => LiveRules, { description: 'What decides now.' })
  readonly live!: LiveRules

  @Field(() => RulesDraft, { nullable: true, description: 'What can be activated; null if there is no draft.' })
  readonly draft?: RulesDraft | undefined
}

@ObjectType({ description: 'A version of the rules, without them.' })
export class RulesVersionSummary {
  @Field(() => Int, { description: 'Counts from 1, in the order of activation.' })
  readonly version!: number

  @Field(() => DateTime, { description: 'When it was activated first.' })
  readonly activatedAt!: string

  @Field(() => Int, { description: 'How many rules it has.' })
  readonly rules!: number

  @Field(() => Boolean, { description: 'Whether it decides live requests.' })
  readonly live!: boolean
}

@ObjectType({ description: 'A set that was activated.' })
export class RulesVersionRules {
  @Field(() => Int, { description: 'Counts from 1, in the order of activation.' })
  readonly version!: number

  @Field(() => DateTime, { description: 'When it was activated first.' })
  readonly activatedAt!: string

  @Field(() => [Rule], { description: 'The rules in order.' })
  readonly rules!: readonly Rule[]
}

@ObjectType({ description: 'What differs about a rule.' })
class RuleChange {
  @Field(() => RuleChangeKind, { description: 'What happened to the rule.' })
  readonly change!: string

  @Field(() => String, { description: 'Its name, or its number.' })
  readonly rule!: string

  @Field(() => Int, { nullable: true, description: 'Its number before; null if it was added.' })
  readonly placeBefore!: number | null

  @Field(() => Int, { nullable: true, description: 'Its number after; null if it was removed.' })
  readonly placeAfter!: number | null

  @Field(() => Rule, { nullable: true, description: 'What it said before; null if it was added.' })
  readonly before?: Rule | undefined

  @Field(() => Rule, { nullable: true, description: 'What it says after; null if it was removed.' })
  readonly after?: Rule | undefined
}

@ObjectType({ description: 'What differs between two versions of the rules.' })
export class RulesComparison {
  @Field(() => Int, { description: 'The version before.' })
  readonly from!: number

  @Field(() => Int, { nullable: true, description: 'The version after; null for the draft.' })
  readonly to!: number | null

  @Field(() => [RuleChange], { description: 'In the order of the version after; then what was removed.' })
  readonly changes!: readonly RuleChange[]
}

@ObjectType({ description: "One of the account's own lists." })
export class AccountList {
  @Field(() => ListNameEnum, { description: 'Which one.' })
  readonly list!: string

  @Field(() => Int, { description: 'How many domains it has.' })
  readonly domains!: number

  @Field(() => Int, { description: 'How many addresses it has. They are kept as keyed hashes only.' })
  readonly addresses!: number

  @Field(() => DateTime, { nullable: true, description: 'When it was replaced; null if it is empty.' })
  readonly updatedAt!: string | null

  @Extensions({ items: 1 })
  @Field(() => [String], { description: 'The domains on this page, as A-labels, in order.' })
  readonly entries!: readonly string[]

  @Field(() => String, { nullable: true, description: 'The `cursor` of the next page of domains; null on the last.' })
  readonly nextCursor!: string | null
}
