// GraphQL types of v1 verification results.
import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'
import { AccountDecision, MailboxResult } from './signalTypes.js'

export const VerificationStatus = enumOf('VerificationStatus', 'Result of a verification.', {
  valid: 'The address can receive mail.',
  invalid: 'The address cannot receive mail.',
  unknown: 'DNS gave no conclusive answer; the address is accepted and not charged.',
})

@ObjectType({ description: 'Individual checks of a verification.' })
class VerificationChecks {
  @Field(() => Boolean, { description: 'Whether the address is syntactically valid (RFC 5321, RFC 6531).' })
  readonly syntax!: boolean

  @Field(() => Boolean, { description: 'Whether the domain has DNS records for receiving mail.' })
  readonly dns!: boolean

  @Field(() => Boolean, {
    description:
      "Whether the domain has usable MX records. Also false if mail is delivered to the domain's own address (implicit MX).",
  })
  readonly mx!: boolean

  @Field(() => Boolean, { description: 'Whether the domain belongs to a disposable address service.' })
  readonly disposable!: boolean

  @Field(() => Boolean, {
    description: 'Whether the local part denotes a function rather than a person, such as `info` or `postmaster`.',
  })
  readonly role!: boolean

  @Field(() => Boolean, { description: 'Whether anyone can get a mailbox at this provider free of charge.' })
  readonly free!: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the mail server confirms that the mailbox exists; null unless `mailbox` was set.',
  })
  readonly mailbox?: boolean | undefined
}

@ObjectType({ description: 'What the mail server of the domain says about a mailbox.' })
class MailboxCheck {
  @Field(() => MailboxResult, { description: 'What the server said, or why it was not asked.' })
  readonly result!: string

  @Field(() => Int, { nullable: true, description: 'Code of the reply that decided (RFC 5321); null without one.' })
  readonly code?: number | undefined

  @Field(() => String, { nullable: true, description: 'Enhanced code of that reply (RFC 3463); null without one.' })
  readonly enhancedCode?: string | undefined

  @Field(() => DateTime, {
    description:
      'When the server answered, or when it was decided not to ask, rounded down to the minute. The same mailbox is asked about at most once a day.',
  })
  readonly checkedAt!: string

  @Field(() => Boolean, {
    description: 'Whether to ask again today would change nothing. If false, nothing was charged.',
  })
  readonly final!: boolean

  @Field(() => Int, { nullable: true, description: 'Seconds after which to ask again; null if `final`.' })
  readonly ttlHintSeconds?: number | undefined
}

@ObjectType({ description: 'Additional information about an address.' })
class VerificationMetadata {
  @Field(() => String, {
    description: 'The domain in lower case. For a malformed address, the text after its last `@`, or empty.',
  })
  readonly domain!: string

  @Field(() => String, { nullable: true, description: 'Mail provider, if known.' })
  readonly provider?: string

  @Field(() => String, {
    nullable: true,
    description:
      'The full corrected address if the domain was probably mistyped. A suggestion only; it does not affect the verdict.',
  })
  readonly didYouMean?: string

  @Field(() => String, {
    nullable: true,
    description:
      'The address of the mailbox without tags, dots and other forms, by the rules that its provider documents; null if malformed. For finding duplicates, not for sending.',
  })
  readonly normalizedEmail?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether `normalizedEmail` is another address, not just another spelling; null if malformed.',
  })
  readonly alias?: boolean

  @Field(() => AccountDecision, {
    nullable: true,
    description: "What the account's own rules and lists decided; null if it has none.",
  })
  readonly decision?: AccountDecision | undefined

  @Field(() => MailboxCheck, {
    nullable: true,
    description: 'What the mail server says about the mailbox; null unless `mailbox` was set.',
  })
  readonly mailbox?: MailboxCheck | undefined
}

@ObjectType({ description: 'One step of a verification.' })
class DebugStep {
  @Field(() => String, { description: 'What was checked, such as `syntax` or `mail_route`.' })
  readonly name!: string

  @Field(() => String, { description: 'What the check found, such as `valid` or `explicit`.' })
  readonly outcome!: string

  @Field(() => Float, { description: 'Duration in milliseconds.' })
  readonly ms!: number
}

@ObjectType({ description: 'How a verdict was reached.' })
class VerificationDebug {
  @Field(() => [DebugStep], { description: 'Steps in the order in which they ran.' })
  readonly steps!: readonly DebugStep[]
}

@ObjectType({ description: 'The verdict on one address.' })
export class VerificationResult {
  @Field(() => String, { description: 'The address exactly as given, even if malformed.' })
  readonly email!: string

  @Field(() => Boolean, {
    description:
      'Whether mail can be delivered to the address; also true if it was accepted because DNS was unavailable.',
  })
  readonly valid!: boolean

  @Field(() => VerificationStatus, { description: 'Verification status. UNKNOWN if DNS gave no conclusive answer.' })
  readonly status!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Why the status is INVALID; null otherwise. `syntax`: not a valid address; `dns`: the domain does not exist or has no DNS records for receiving mail; `mx`: no usable mail server; `null_mx`: the domain declares that it accepts no mail (RFC 7505); `reserved_domain`: a name reserved outside the public DNS; `known_bounce`: your account reported that mail to the address bounces; `no_such_mailbox`: its mail server refuses this recipient for good.',
  })
  readonly reason?: string

  @Field(() => Boolean, {
    description:
      "True if a major provider's domain had a transient DNS error and was accepted as known to be valid rather than by its MX records.",
  })
  readonly isKnownValidFallback!: boolean

  @Field(() => Boolean, {
    description:
      'True if the address was accepted because of a transient DNS or resolver error. To find every unverified accept, test this field or `isKnownValidFallback`.',
  })
  readonly isDnsFallback!: boolean

  @Field(() => VerificationChecks, { description: 'The individual checks and their results.' })
  readonly checks!: VerificationChecks

  @Field(() => Boolean, { description: 'Whether the result was answered from the signal pool.' })
  readonly fromPool!: boolean

  @Field(() => Float, { nullable: true, description: 'Confidence of the consensus, 0 to 1; null unless `fromPool`.' })
  readonly poolConfidence?: number

  @Field(() => Int, {
    nullable: true,
    description: 'Number of clients that contributed a verdict on this address; null unless `fromPool`.',
  })
  readonly poolValidations?: number

  @Field(() => Int, {
    nullable: true,
    description: 'Credits earned for contributing this result; null unless contributed.',
  })
  readonly creditsEarned?: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether this was the first contribution for the address. An address counts as known once enough accounts have contributed it for the pool to answer. Null unless contributed.',
  })
  readonly uniqueContribution?: boolean

  @Field(() => VerificationMetadata, { description: 'Additional information about the address.' })
  readonly metadata!: VerificationMetadata

  @Field(() => VerificationDebug, {
    nullable: true,
    description: 'How the verdict was reached; null unless `debug` was set.',
  })
  readonly debug?: VerificationDebug
}

@ObjectType({ description: 'Number of results per status.' })
class VerificationSummary {
  @Field(() => Int, { description: 'Number of addresses.' })
  readonly total!: number

  @Field(() => Int, { description: 'Number of VALID results.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Number of INVALID results.' })
  readonly invalid!: number

  @Field(() => Int, { description: 'Number of UNKNOWN results, which are not charged.' })
  readonly unknown!: number
}

@ObjectType({ description: 'The results of a synchronous batch.' })
export class BatchVerification {
  // Weighed as 100 items regardless of the actual number: selecting every field fits into one operation twice, not more.
  @Extensions({ items: 100 })
  @Field(() => [VerificationResult], { description: 'One result per entry of `emails`, in the same order.' })
  readonly results!: readonly VerificationResult[]

  @Field(() => VerificationSummary, { description: 'Number of results per status.' })
  readonly summary!: VerificationSummary
}
