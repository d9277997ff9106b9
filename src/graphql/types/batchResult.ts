import { Field, Int, ObjectType } from 'type-graphql'

/** What it carries besides its fields names its input. */
@ObjectType({ description: 'The verdict on one row of a batch.' })
export class BatchResult {
  @Field(() => Int, { description: 'Place of the address in the input, from 0.' })
  readonly index!: number

  @Field(() => Boolean, { description: 'Whether mail can be delivered there.' })
  readonly valid!: boolean

  @Field(() => Boolean, { description: 'The domain is one of a disposable address service.' })
  readonly disposable!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Why it is invalid, only then; the same words as `reason` of a VerificationResult.',
  })
  readonly error!: string | null

  readonly batchId!: string
}
