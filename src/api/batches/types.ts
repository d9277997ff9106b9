import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const BatchStatus = enumOf('BatchStatus', 'How far a batch is. The last three are final.', {
  pending: 'Work on it has not begun.',
  processing: 'It is at work.',
  completed: 'Every row has its verdict.',
  failed: 'It could not be done; `failure` says why.',
  cancelled: 'It was cancelled; what was done by then has its verdicts.',
})

@ObjectType({ description: 'How many rows of an upload are done.' })
class BatchProgress {
  @Field(() => Int, { description: 'Rows in the file.' })
  readonly total!: number

  @Field(() => Int, { description: 'How many of them are done.' })
  readonly processed!: number

  @Field(() => Int, { description: 'Of those, how many are valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Of those, how many are invalid.' })
  readonly invalid!: number
}

@ObjectType({ description: 'Many addresses, verified after they were accepted.' })
export class Batch {
  @Field(() => ID, { description: 'Identifies the batch.' })
  readonly id!: string

  @Field(() => BatchStatus, { description: 'How far it is.' })
  readonly status!: string

  @Field(() => Int, { description: 'Addresses in the batch.' })
  readonly total!: number

  @Field(() => Int, { description: 'How many of them are done.' })
  readonly processed!: number

  @Field(() => Int, { description: 'Of those, how many are valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Of those, how many are invalid.' })
  readonly invalid!: number

  @Field(() => DateTime, { description: 'When it was accepted.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When it ended, however it ended; null until then.' })
  readonly completedAt?: string

  @Field(() => String, { nullable: true, description: 'Why it failed, for people; only then.' })
  readonly failure?: string

  @Field(() => ID, { nullable: true, description: 'The same as `id`, of an upload; null of others.' })
  readonly jobId?: string

  @Field(() => BatchProgress, { nullable: true, description: 'The same counts, of an upload; null of others.' })
  readonly progress?: BatchProgress

  @Field(() => String, {
    nullable: true,
    description:
      'Where the file is with its verdicts; good for 24 hours without a key. Only of uploads that are completed.',
  })
  readonly downloadUrl?: string
}

@ObjectType({ description: 'That a batch is taken.' })
export class BatchAccepted {
  @Field(() => ID, { description: 'Identifies the batch.' })
  readonly batchId!: string

  @Field(() => BatchStatus, { description: 'Whether work on it has begun.' })
  readonly status!: string

  @Field(() => Int, { description: 'Addresses in the batch.' })
  readonly total!: number
}

@ObjectType({ description: 'That a batch is cancelled.' })
export class BatchCancelled {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => String, { description: 'What was done, for people.' })
  readonly message!: string

  @Field(() => Batch, { description: 'The batch as it stands now.' })
  readonly batch!: Batch
}

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
