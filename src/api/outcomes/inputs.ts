// GraphQL inputs of outcomes.
import { Field, InputType, Int } from 'type-graphql'
import { enumOf } from '../graphql/enumOf.js'

const OutcomeName = enumOf('OutcomeName', 'What became of an address.', {
  confirmed: 'Its owner followed a link in a message.',
  delivered: 'A server accepted mail.',
  engaged: 'A message was opened or answered.',
  complained: 'A message was reported as spam.',
  bounced: 'Mail was returned.',
})

const BounceType = enumOf('BounceType', 'Whether a bounce is for good.', {
  hard: 'For good: the mailbox does not exist, say.',
  soft: 'For now: the mailbox is full, say.',
})

@InputType({ description: 'What became of one address.' })
class ReportedOutcomeInput {
  @Field(() => String, {
    nullable: true,
    description: 'The address, in any spelling of it. Not needed with `requestId`.',
  })
  readonly email?: string | null

  @Field(() => String, { nullable: true, description: 'The `X-Request-ID` of the verification.' })
  readonly requestId?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Index of the address in a synchronous batch with that `requestId`.',
  })
  readonly row?: number | null

  @Field(() => OutcomeName, { description: 'What became of it.' })
  readonly outcome!: string

  @Field(() => BounceType, { nullable: true, description: 'Of a bounce, required.' })
  readonly bounceType?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'When it happened: a time, or a UTC date, which stands for its end. At most two years ago. Default: now.',
  })
  readonly at?: string | null
}

@InputType({ description: 'What became of addresses.' })
export class RecordOutcomesInput {
  @Field(() => [ReportedOutcomeInput], { description: 'The outcomes, 1 to 1,000, in any order.' })
  readonly outcomes!: readonly ReportedOutcomeInput[]
}
