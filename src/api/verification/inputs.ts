import { Field, ID, InputType } from 'type-graphql'
import { enumOf } from '../graphql/enumOf.js'

const ResultFormat = enumOf('ResultFormat', 'What REST answers about each address of an asynchronous batch.', {
  compact: 'A few short members.',
  full: 'Those of a VerificationResult too.',
})

const EMAIL = 'Any text is accepted and judged as given, never trimmed: what is no address gets a result all the same.'
const SHARE =
  'Contribute the result to the signal pool. For Starter and higher plans; on the free plan it is taken as false.'
const DEBUG = 'Add the steps of the verification, with their outcomes and times, to each result.'

@InputType({ description: 'One address to verify.' })
export class VerifyEmailInput {
  @Field(() => String, { description: `The email address. ${EMAIL}` })
  readonly email!: string

  @Field(() => Boolean, { nullable: true, description: SHARE })
  readonly shareSignals?: boolean | null

  @Field(() => Boolean, { nullable: true, description: DEBUG })
  readonly debug?: boolean | null
}

@InputType({ description: 'One address to verify.' })
export class VerifyEmailSignalsInput {
  @Field(() => String, { description: `The email address. ${EMAIL}` })
  readonly email!: string
}

@InputType({ description: 'Addresses to verify.' })
export class VerifyBatchInput {
  @Field(() => [String], { description: `The email addresses, 1 to 1,000. ${EMAIL}` })
  readonly emails!: readonly string[]

  @Field(() => Boolean, { nullable: true, description: SHARE })
  readonly shareSignals?: boolean | null

  @Field(() => Boolean, { nullable: true, description: DEBUG })
  readonly debug?: boolean | null
}

@InputType({ description: 'Addresses to verify later.' })
export class SubmitBatchInput {
  @Field(() => [String], {
    description: `The email addresses, 1 to 50,000; a request is at most 1 MiB, and the REST operation \`verifyBulkAgent\` takes longer lists. ${EMAIL}`,
  })
  readonly emails!: readonly string[]

  @Field(() => ResultFormat, {
    nullable: true,
    description: 'What REST answers about each address; COMPACT unless told.',
  })
  readonly format?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Who is called when the work has ended, an `http` or `https` URL. Without a name that leads to a public address it is refused.',
  })
  readonly webhookUrl?: string | null

  @Field(() => Boolean, { nullable: true, description: SHARE })
  readonly shareSignals?: boolean | null

  @Field(() => Boolean, { nullable: true, description: DEBUG })
  readonly debug?: boolean | null
}

@InputType({ description: 'Which batch to cancel.' })
export class CancelBatchInput {
  @Field(() => ID, { description: 'Its identifier.' })
  readonly id!: string
}
