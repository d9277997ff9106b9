import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql'
import { enumOf } from './enumOf.js'

export const VerificationStatus = enumOf('VerificationStatus', 'What came of a verification.', {
  valid: 'Mail can be delivered there.',
  invalid: 'Mail cannot be delivered there.',
  unknown: 'DNS could not tell; accepted, and not charged.',
})

@ObjectType({ description: 'The single checks of a verification.' })
export class VerificationChecks {
  @Field(() => Boolean, { description: 'The text is an address by RFC 5321 and 6531.' })
  readonly syntax!: boolean

  @Field(() => Boolean, { description: 'The domain has valid DNS records.' })
  readonly dns!: boolean

  @Field(() => Boolean, {
    description: "The domain has valid MX records. False also where mail goes to the domain's own address.",
  })
  readonly mx!: boolean

  @Field(() => Boolean, { description: 'The domain is one of a disposable address service.' })
  readonly disposable!: boolean

  @Field(() => Boolean, {
    description: 'The local part names a function and not a person, such as `info` or `postmaster`.',
  })
  readonly role!: boolean

  @Field(() => Boolean, { description: 'Anyone can get a mailbox at this provider without paying.' })
  readonly free!: boolean
}

@ObjectType({ description: 'What else is known of an address.' })
export class VerificationMetadata {
  @Field(() => String, { description: 'The domain of the address.' })
  readonly domain!: string

  @Field(() => String, { nullable: true, description: 'Who runs the mailboxes, when that is known.' })
  readonly provider?: string

  @Field(() => String, {
    nullable: true,
    description: 'The whole corrected address, when the domain was probably mistyped. Never a verdict.',
  })
  readonly didYouMean?: string
}

@ObjectType({ description: 'One step of a verification.' })
class DebugStep {
  @Field(() => String, { description: 'What was done.' })
  readonly name!: string

  @Field(() => String, { description: 'What came of it.' })
  readonly outcome!: string

  @Field(() => Float, { description: 'How long it took, in milliseconds.' })
  readonly ms!: number
}

@ObjectType({ description: 'How a verdict was reached.' })
class VerificationDebug {
  @Field(() => [DebugStep], { description: 'The steps, in the order in which they were done.' })
  readonly steps!: readonly DebugStep[]
}

@ObjectType({ description: 'The verdict on one address.' })
export class VerificationResult {
  @Field(() => String, { description: 'The address verified, exactly as given, even when it is none.' })
  readonly email!: string

  @Field(() => Boolean, {
    description: 'Whether mail can be delivered there; also true when the address was accepted by a fallback.',
  })
  readonly valid!: boolean

  @Field(() => VerificationStatus, { description: 'Verification status. UNKNOWN when DNS could not tell.' })
  readonly status!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Why the status is INVALID; only then. `syntax` no address; `dns` the domain does not exist or has no records for mail; `mx` no mail server can be reached; `null_mx` the domain says that it takes no mail (RFC 7505); `reserved_domain` a name that is never in the public DNS.',
  })
  readonly reason?: string

  @Field(() => Boolean, {
    description:
      "True when a major provider's domain had a transient DNS error and was accepted because it is known to be valid, and not by its MX records.",
  })
  readonly isKnownValidFallback!: boolean

  @Field(() => Boolean, {
    description:
      'True when a transient DNS or resolver error caused an optimistic accept. Who wants every accept that was not verified tests this or `isKnownValidFallback`.',
  })
  readonly isDnsFallback!: boolean

  @Field(() => VerificationChecks, { description: 'The single checks.' })
  readonly checks!: VerificationChecks

  @Field(() => Boolean, { description: "The result came from the signal pool, where other clients' results are." })
  readonly fromPool!: boolean

  @Field(() => Float, { nullable: true, description: 'Confidence from consensus, 0 to 1; only when `fromPool`.' })
  readonly poolConfidence?: number

  @Field(() => Int, {
    nullable: true,
    description: 'Number of clients that validated this address; only when `fromPool`.',
  })
  readonly poolValidations?: number

  @Field(() => Int, {
    nullable: true,
    description: 'Credits earned for contributing this validation; only when it was contributed.',
  })
  readonly creditsEarned?: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True when this was the first validation of the address in the pool, which knows an address once enough accounts contributed it for the pool to answer; only when it was contributed.',
  })
  readonly uniqueContribution?: boolean

  @Field(() => VerificationMetadata, { description: 'What else is known of the address.' })
  readonly metadata!: VerificationMetadata

  @Field(() => VerificationDebug, {
    nullable: true,
    description: 'How the verdict was reached; only when `debug` was asked for.',
  })
  readonly debug?: VerificationDebug
}

@ObjectType({ description: 'How many results there are of each status.' })
class VerificationSummary {
  @Field(() => Int, { description: 'Number of addresses.' })
  readonly total!: number

  @Field(() => Int, { description: 'Results of status VALID.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Results of status INVALID.' })
  readonly invalid!: number

  @Field(() => Int, { description: 'Results of status UNKNOWN; they are not charged.' })
  readonly unknown!: number
}

@ObjectType({ description: 'The results of a synchronous batch.' })
export class BatchVerification {
  // Whatever their number, they weigh as a hundred: all members of them all fit into an operation, twice and no oftener.
  @Extensions({ items: 100 })
  @Field(() => [VerificationResult], { description: 'One result for each entry of `emails`, in the same order.' })
  readonly results!: readonly VerificationResult[]

  @Field(() => VerificationSummary, { description: 'How many results there are of each status.' })
  readonly summary!: VerificationSummary
}
