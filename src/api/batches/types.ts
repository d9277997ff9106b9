import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const BatchStatus = enumOf(
  'BatchStatus',
  'Status of a batch. `COMPLETED`, `FAILED` and `CANCELLED` are final.',
  {
    pending: 'Processing has not started.',
    processing: 'Addresses are being verified.',
    completed: 'Every row has a verdict.',
    failed: 'Processing failed; see `failure`.',
    cancelled: 'Cancelled on request; rows processed before that have verdicts.',
  },
)

@ObjectType({ description: 'Progress of an upload.' })
class BatchProgress {
  @Field(() => Int, { description: 'Rows in the file.' })
  readonly total!: number

  @Field(() => Int, { description: 'Addresses processed so far.' })
  readonly processed!: number

  @Field(() => Int, { description: 'Processed addresses that are valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Processed addresses that are invalid.' })
  readonly invalid!: number
}

@ObjectType({ description: 'A batch of addresses that is verified asynchronously.' })
export class Batch {
  @Field(() => ID, { description: 'Unique ID of the batch, used to follow or cancel it.' })
  readonly id!: string

  @Field(() => BatchStatus, { description: 'Whether the batch is waiting, in progress or finished.' })
  readonly status!: string

  @Field(() => Int, { description: 'Addresses in the batch.' })
  readonly total!: number

  @Field(() => Int, { description: 'Addresses processed so far.' })
  readonly processed!: number

  @Field(() => Int, { description: 'Processed addresses that are valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Processed addresses that are invalid.' })
  readonly invalid!: number

  @Field(() => DateTime, { description: 'When the batch was accepted.' })
  readonly createdAt!: string

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the batch completed, failed or was cancelled; null until then.',
  })
  readonly completedAt?: string

  @Field(() => String, {
    nullable: true,
    description: 'Human-readable reason of a failure; null unless the status is `FAILED`.',
  })
  readonly failure?: string

  @Field(() => ID, { nullable: true, description: 'Same as `id` for an upload; null for other batches.' })
  readonly jobId?: string

  @Field(() => BatchProgress, { nullable: true, description: 'The same counts for an upload; null for other batches.' })
  readonly progress?: BatchProgress

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the uploaded file with verdict columns appended; works for 24 hours without a key. Only for completed uploads.',
  })
  readonly downloadUrl?: string
}

@ObjectType({ description: 'Confirmation that a batch was accepted.' })
export class BatchAccepted {
  @Field(() => ID, { description: 'Unique ID of the batch, used to follow or cancel it.' })
  readonly batchId!: string

  @Field(() => BatchStatus, { description: 'Status of the batch: `PENDING` or `PROCESSING`.' })
  readonly status!: string

  @Field(() => Int, { description: 'Addresses in the batch.' })
  readonly total!: number
}

@ObjectType({ description: 'Confirmation that a batch was cancelled.' })
export class BatchCancelled {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: boolean

  @Field(() => String, { description: 'A human-readable confirmation.' })
  readonly message!: string

  @Field(() => Batch, { description: 'The batch after the cancellation.' })
  readonly batch!: Batch
}

/** `batchId` is no GraphQL field: the resolver of `email` needs it. */
@ObjectType({ description: 'The verdict on one row of a batch.' })
export class BatchResult {
  @Field(() => Int, { description: 'Zero-based index of the address in the input.' })
  readonly index!: number

  @Field(() => Boolean, { description: 'Whether the address can receive mail.' })
  readonly valid!: boolean

  @Field(() => Boolean, { description: 'Whether the domain belongs to a disposable address service.' })
  readonly disposable!: boolean

  @Field(() => String, {
    nullable: true,
    description:
      'Why the address is invalid, with the same values as `reason` of VerificationResult; null unless invalid.',
  })
  readonly error?: string | null | undefined

  readonly batchId!: string
}
