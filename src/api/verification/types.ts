import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

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

const Decision = enumOf('Decision', 'What to do with an address.', {
  allow: 'Accept it.',
  deny: 'Refuse it.',
  review: 'Let somebody or something else decide.',
})
const Stability = enumOf('Stability', 'How stable a contract is.', {
  beta: 'It may change incompatibly.',
  stable: 'It changes compatibly only.',
})
const SyntaxSignal = enumOf('SyntaxSignal', 'Whether a text is an address.', {
  valid: 'It is one by RFC 5321 and 6531.',
  invalid: 'It is none.',
})
const DnsSignal = enumOf('DnsSignal', 'What DNS says of a domain.', {
  resolves: 'It has records.',
  no_records: 'It does not exist, or has no records for mail.',
  timeout: 'DNS did not answer in time.',
  error: 'DNS failed.',
  not_checked: 'The syntax failed before DNS was asked.',
})
const MxSignal = enumOf('MxSignal', 'Whether a domain has mail servers.', {
  present: 'It has some that can be reached.',
  absent: 'It has none that can be reached.',
  timeout: 'DNS did not answer in time.',
  error: 'DNS failed.',
  not_checked: 'The syntax failed before MX was asked.',
})
const AcceptAll = enumOf('AcceptAll', 'Whether a domain takes mail for any local part.', {
  yes: 'It does.',
  no: 'It does not.',
  unknown: 'Detection is not yet implemented.',
})
const Pattern = enumOf('Pattern', 'What an address looks like.', {
  plus_addressing: 'It has a tag behind a plus sign.',
  developer_test: 'It is one that developers try things with.',
  system_email: 'It belongs to a system and not to a person.',
  temporary: 'It looks as if it was made for a moment.',
  development_env: 'It is one of a development environment.',
  ci_cd: 'It is one of a build system.',
})
const RuntimeStatus = enumOf('RuntimeStatus', 'How well a check itself went.', {
  ok: 'Every signal could be resolved.',
  degraded: 'At least one signal could not be resolved.',
})

@ObjectType({ description: 'One reason for a decision.' })
class SignalReason {
  @Field(() => String, { description: 'The reason, for programs.' })
  readonly code!: string

  @Field(() => Decision, { description: 'The decision that this reason speaks for.' })
  readonly category!: string

  @Field(() => String, { description: "The reason's page is `/docs/reasons/<docsSlug>`." })
  readonly docsSlug!: string
}

@ObjectType({ description: 'The signals of an address, each with its own values.' })
class Signals {
  @Field(() => SyntaxSignal, { description: 'Whether the text is an address.' })
  readonly syntax!: string

  @Field(() => DnsSignal, { description: 'What DNS says of the domain.' })
  readonly dns!: string

  @Field(() => MxSignal, { description: 'Whether the domain has mail servers.' })
  readonly mx!: string

  @Field(() => Boolean, { description: 'A known disposable address service.' })
  readonly disposable!: boolean

  @Field(() => AcceptAll, { description: 'Whether the domain takes mail for any local part.' })
  readonly acceptAll!: string

  @Field(() => [Pattern], { description: 'The patterns that matched; empty when none did.' })
  readonly patterns!: readonly string[]
}

@ObjectType({ description: 'How well a check itself went.' })
class SignalRuntime {
  @Field(() => RuntimeStatus, { description: 'DEGRADED when at least one signal could not be resolved.' })
  readonly status!: string

  @Field(() => [String], {
    description:
      'The groups of signals that timed out or failed, `dns` or `mx`; one that was skipped on purpose is not among them.',
  })
  readonly unresolvedGroups!: readonly string[]
}

@ObjectType({
  description: 'The signals of one address, and the decision that the default policy makes of them (beta).',
})
export class V2VerificationResult {
  @Field(() => String, { description: 'The address checked, exactly as given; may be syntactically invalid.' })
  readonly email!: string

  @Field(() => String, {
    description: "Date of the contract's version; changes when the shape changes incompatibly.",
  })
  readonly resultVersion!: string

  @Field(() => Stability, { description: 'Stability of the contract.' })
  readonly stability!: string

  @Field(() => ID, { description: 'Identifies the call; over HTTP mirrored in the header X-Request-ID.' })
  readonly requestId!: string

  @Field(() => DateTime, {
    description:
      'When the address was really checked, as a whole minute; on a cache hit, the minute of the original check.',
  })
  readonly checkedAt!: string

  @Field(() => Decision, { description: 'What the default policy recommends.' })
  readonly defaultDecision!: string

  @Field(() => [SignalReason], { description: 'Why; the worst reason decides.' })
  readonly reasons!: readonly SignalReason[]

  @Field(() => Signals, { description: 'The signals.' })
  readonly signals!: Signals

  @Field(() => SignalRuntime, { description: 'How well the check itself went.' })
  readonly runtime!: SignalRuntime

  @Field(() => Int, {
    description: 'Advice for caches; asking again before this many seconds is of no use. 0 when degraded.',
  })
  readonly ttlHintSeconds!: number
}
