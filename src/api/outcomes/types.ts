// GraphQL types of outcomes.

import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql'
import { CalendarMonth } from '../graphql/calendar.js'
import { enumOf } from '../graphql/enumOf.js'
import { Decision } from '../verification/signalTypes.js'

@ObjectType({ description: 'How many outcomes were new.' })
export class OutcomesReceived {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: boolean

  @Field(() => Int, { description: 'Outcomes of the mutation.' })
  readonly received!: number

  @Field(() => Int, { description: 'Outcomes that were new.' })
  readonly recorded!: number

  @Field(() => Int, {
    description: 'Outcomes that were reported before, or are older than one of the same kind that was.',
  })
  readonly repeated!: number

  @Field(() => Int, {
    description: 'Outcomes with a `requestId` only, of which no verification was found. They are not recorded.',
  })
  readonly unknown!: number

  @Field(() => Int, {
    description: 'Of the new ones, those of which no verification was found. They count for `known_bounce` only.',
  })
  readonly unmatched!: number
}

const QualityDecision = enumOf('QualityDecision', "v2's default decision, or that it was not recorded.", {
  allow: 'Accept the address.',
  review: 'Look at the address.',
  deny: 'Refuse the address.',
  unknown: 'The decision was not recorded.',
})

/** What groups have in common. */
@ObjectType()
abstract class QualityGroup {
  @Field(() => Int, { description: 'Verifications with a good outcome.' })
  readonly good!: number

  @Field(() => Int, { description: 'Verifications with a bad outcome.' })
  readonly bad!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Share of these verifications that were bad; null if there are none.',
  })
  readonly precision!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Share of all bad verifications that are among these; null if none was bad.',
  })
  readonly recall!: number | null
}

@ObjectType({ description: 'Outcomes of the verifications with one decision.' })
class DecisionQuality extends QualityGroup {
  @Field(() => QualityDecision, { description: "What v2's default policy decided." })
  readonly decision!: 'allow' | 'review' | 'deny' | 'unknown'
}

@ObjectType({ description: 'Outcomes of the verifications with one reason.' })
class ReasonQuality extends QualityGroup {
  @Field(() => String, { description: 'A reason code of v2.' })
  readonly reason!: string
}

@ObjectType({ description: 'Outcomes of the verifications that one rule decided.' })
class RuleQuality extends QualityGroup {
  @Field(() => String, { description: 'Name of the rule; `allow_list` or `deny_list` for a list.' })
  readonly rule!: string

  @Field(() => Decision, { description: 'What it decided.' })
  readonly action!: 'allow' | 'review' | 'deny'
}

@ObjectType({ description: 'How many outcomes were reported, by what became of the address.' })
class OutcomeCounts {
  @Field(() => Int, { description: 'The owner followed a link in a message.' })
  readonly confirmed!: number

  @Field(() => Int, { description: 'A server accepted mail.' })
  readonly delivered!: number

  @Field(() => Int, { description: 'A message was opened or answered.' })
  readonly engaged!: number

  @Field(() => Int, { description: 'A message was reported as spam.' })
  readonly complained!: number

  @Field(() => Int, { description: 'Mail was returned for good.' })
  readonly bouncedHard!: number

  @Field(() => Int, { description: 'Mail was returned for now.' })
  readonly bouncedSoft!: number
}

@ObjectType({ description: 'Verifications with outcomes, by what was decided.' })
class QualityCounts {
  @Field(() => Int, { description: 'Verifications with a good outcome.' })
  readonly good!: number

  @Field(() => Int, { description: 'Verifications with a bad outcome.' })
  readonly bad!: number

  @Extensions({ items: 4 })
  @Field(() => [DecisionQuality], { description: "By v2's default decision." })
  readonly decisions!: readonly DecisionQuality[]

  @Extensions({ items: 10 })
  @Field(() => [ReasonQuality], {
    description: "By each of v2's reasons, most frequent first; a verification with two reasons counts for both.",
  })
  readonly reasons!: readonly ReasonQuality[]

  @Extensions({ items: 10 })
  @Field(() => [RuleQuality], {
    description:
      "By each of the account's rules that decided, most frequent first; by its action, if that has changed.",
  })
  readonly rules!: readonly RuleQuality[]

  @Field(() => OutcomeCounts, { description: 'New outcomes by kind.' })
  readonly outcomes!: OutcomeCounts

  @Field(() => Int, {
    description: 'Outcomes of which no verification was found, by the month in which they happened.',
  })
  readonly unmatched!: number

  @Field(() => Int, {
    description: 'Outcomes that said the opposite of what the verification counted as before.',
  })
  readonly contradictions!: number
}

@ObjectType({ description: 'Verifications of a month with outcomes, by what was decided.' })
class MonthQuality extends QualityCounts {
  @Field(() => CalendarMonth, { description: 'UTC month of the verifications.' })
  readonly month!: string
}

@ObjectType({ description: "How good the account's decisions were." })
export class OutcomeQuality {
  @Field(() => CalendarMonth, { description: 'First month.' })
  readonly from!: string

  @Field(() => CalendarMonth, { description: 'Last month.' })
  readonly to!: string

  @Field(() => QualityCounts, { description: 'The whole range.' })
  readonly total!: QualityCounts

  @Extensions({ items: 12 })
  @Field(() => [MonthQuality], { description: 'Every month that has any, oldest first.' })
  readonly months!: readonly MonthQuality[]
}
