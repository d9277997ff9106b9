// GraphQL inputs of verifications and batches.
import { Field, ID, InputType, Int } from 'type-graphql'
import { enumOf } from '../graphql/enumOf.js'

const ResultFormat = enumOf('ResultFormat', 'Format in which REST returns the results of an asynchronous batch.', {
  compact: 'A few short fields per address.',
  full: 'The compact fields plus those of VerificationResult.',
})

const EMAIL =
  'Any string is accepted and verified as given, without trimming; a malformed address gets a result, not an error.'
const SHARE =
  'Contribute the results to the signal pool. Requires the Starter plan or higher; treated as false on the free plan. Default: false.'
const DEBUG = 'Include the verification steps, with outcomes and durations, in each result. Default: false.'

const MAILBOX =
  "Ask the domain's mail server whether the mailbox exists; nothing is sent. Refused unless the operator has switched these checks on. Default: false."

/** Options that verifications have in common. */
@InputType()
abstract class VerificationOptions {
  @Field(() => Boolean, { nullable: true, description: SHARE })
  readonly shareSignals?: boolean | null

  @Field(() => Boolean, { nullable: true, description: DEBUG })
  readonly debug?: boolean | null
}

@InputType({ description: 'One address to verify.' })
export class VerifyEmailInput extends VerificationOptions {
  @Field(() => String, { description: `The email address. ${EMAIL}` })
  readonly email!: string

  @Field(() => Boolean, { nullable: true, description: MAILBOX })
  readonly mailbox?: boolean | null
}

@InputType({ description: 'One address to verify.' })
export class VerifyEmailSignalsInput {
  @Field(() => String, { description: `The email address. ${EMAIL}` })
  readonly email!: string

  @Field(() => Boolean, { nullable: true, description: MAILBOX })
  readonly mailbox?: boolean | null
}

@InputType({ description: 'Addresses to verify.' })
export class VerifyBatchInput extends VerificationOptions {
  @Field(() => [String], { description: `The email addresses, 1 to 1,000. ${EMAIL}` })
  readonly emails!: readonly string[]
}

@InputType({ description: 'Addresses to verify asynchronously.' })
export class SubmitBatchInput extends VerificationOptions {
  @Field(() => [String], {
    description: `The email addresses, 1 to 50,000. A request is limited to 1 MiB; use the REST operation \`verifyBulkAgent\` for longer lists. ${EMAIL}`,
  })
  readonly emails!: readonly string[]

  @Field(() => ResultFormat, {
    nullable: true,
    description: 'Format in which REST returns the results. Default: COMPACT.',
  })
  readonly format?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'URL to notify when the batch ends (`http` or `https`). Rejected unless its host resolves to a public IP address.',
  })
  readonly webhookUrl?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Ask mail servers whether the mailboxes of valid addresses exist, once DNS has judged every address; nothing is sent. Refused unless the operator has switched these checks on. Not charged. Default: false.',
  })
  readonly mailbox?: boolean | null

  @Field(() => Int, {
    nullable: true,
    description: 'How many minutes mail servers are asked at most, 1 to 1,440. Default: 30.',
  })
  readonly mailboxMinutes?: number | null
}

const ExpectedBatch = enumOf('ExpectedBatch', 'What a batch is taken for.', {
  in_progress: 'It is still being processed.',
  ended: 'It has completed, failed or been cancelled.',
})

@InputType({ description: 'Which batch to cancel or delete.' })
export class CancelBatchInput {
  @Field(() => ID, { description: 'As answered when it was submitted, or the `job_id` of an upload.' })
  readonly id!: string

  @Field(() => ExpectedBatch, {
    nullable: true,
    description: 'Do nothing unless the batch is in this state. A cancelled batch is deleted only with ENDED.',
  })
  readonly expect?: 'in_progress' | 'ended' | null
}
