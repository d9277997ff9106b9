import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const VerificationStatus = enumOf('VerificationStatus', 'Result of a verification.', {
  valid: 'The address can receive mail.',
  invalid: 'The address cannot receive mail.',
  unknown: 'DNS gave no conclusive answer; the address is accepted and not charged.',
})

@ObjectType({ description: 'Individual checks of a verification.' })
export class VerificationChecks {
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
}

@ObjectType({ description: 'Additional information about an address.' })
export class VerificationMetadata {
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
      'Why the status is INVALID; null otherwise. `syntax`: not a valid address; `dns`: the domain does not exist or has no DNS records for receiving mail; `mx`: no usable mail server; `null_mx`: the domain declares that it accepts no mail (RFC 7505); `reserved_domain`: a name reserved outside the public DNS.',
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

const Decision = enumOf('Decision', 'Recommended decision on an address.', {
  allow: 'Accept it.',
  deny: 'Reject it.',
  review: 'Inconclusive: review it manually or by other means.',
})
const Stability = enumOf('Stability', 'Stability of the contract.', {
  beta: 'May change incompatibly.',
  stable: 'Changes only in compatible ways.',
})
const SyntaxSignal = enumOf('SyntaxSignal', 'Result of the syntax check.', {
  valid: 'Valid syntax (RFC 5321, RFC 6531).',
  invalid: 'Not a valid address.',
})
const DnsSignal = enumOf('DnsSignal', 'Result of the DNS lookup of a domain.', {
  resolves: 'The domain has records for receiving mail.',
  no_records: 'The domain does not exist or has no records for receiving mail.',
  timeout: 'The DNS lookup timed out.',
  error: 'The DNS lookup failed.',
  not_checked: 'Not looked up because the syntax is invalid.',
})
const MxSignal = enumOf('MxSignal', "Result of looking up a domain's mail servers.", {
  present: 'The domain has usable mail servers.',
  absent: 'The domain has no usable mail servers.',
  timeout: 'The DNS lookup timed out.',
  error: 'The DNS lookup failed.',
  not_checked: 'Not looked up because the syntax is invalid.',
})
const AcceptAll = enumOf('AcceptAll', 'Whether a domain accepts mail for any local part.', {
  yes: 'The domain accepts all local parts.',
  no: 'The domain rejects unknown local parts.',
  unknown: 'Detection is not yet implemented.',
})
const Pattern = enumOf('Pattern', 'A pattern found in an address.', {
  plus_addressing: 'The local part has a tag after a plus sign.',
  developer_test: 'A typical test address of developers.',
  system_email: 'An address of a system rather than a person.',
  temporary: 'Looks like a temporary address.',
  development_env: 'An address of a development environment.',
  ci_cd: 'An address of a CI/CD system.',
})
const RuntimeStatus = enumOf('RuntimeStatus', 'Health of the check itself.', {
  ok: 'Every signal was resolved.',
  degraded: 'At least one signal was not resolved.',
})

@ObjectType({ description: 'One reason for a decision.' })
class SignalReason {
  @Field(() => String, { description: 'Machine-readable reason code.' })
  readonly code!: string

  @Field(() => Decision, { description: 'The decision that this reason supports.' })
  readonly category!: string

  @Field(() => String, { description: 'The reason is documented at `/docs/reasons/<docsSlug>`.' })
  readonly docsSlug!: string

  @Field(() => String, { description: 'Absolute URL of the documentation of this reason.' })
  readonly docsUrl!: string
}

@ObjectType({ description: 'The signals of an address.' })
class Signals {
  @Field(() => SyntaxSignal, { description: 'Result of the syntax check.' })
  readonly syntax!: string

  @Field(() => DnsSignal, { description: 'Result of the DNS lookup.' })
  readonly dns!: string

  @Field(() => MxSignal, { description: 'Result of the mail server lookup.' })
  readonly mx!: string

  @Field(() => Boolean, { description: 'Whether the domain belongs to a known disposable address service.' })
  readonly disposable!: boolean

  @Field(() => AcceptAll, { description: 'Whether the domain accepts mail for any local part.' })
  readonly acceptAll!: string

  @Field(() => [Pattern], { description: 'Patterns that matched; empty if none did.' })
  readonly patterns!: readonly string[]
}

@ObjectType({ description: 'Health of the check itself.' })
class SignalRuntime {
  @Field(() => RuntimeStatus, { description: 'DEGRADED if at least one signal was not resolved.' })
  readonly status!: string

  @Field(() => [String], {
    description: 'Signal groups that timed out or failed: `dns`, `mx`. Groups skipped on purpose are not listed.',
  })
  readonly unresolvedGroups!: readonly string[]
}

@ObjectType({
  description: 'The signals of one address and the decision of the default policy (beta).',
})
export class V2VerificationResult {
  @Field(() => String, { description: 'The address checked, exactly as given; may be syntactically invalid.' })
  readonly email!: string

  @Field(() => String, {
    description: 'Contract version, a date; changes with every incompatible change.',
  })
  readonly resultVersion!: string

  @Field(() => Stability, { description: 'Stability of the contract.' })
  readonly stability!: string

  @Field(() => ID, { description: 'ID of the request; over HTTP also in the header X-Request-ID.' })
  readonly requestId!: string

  @Field(() => DateTime, {
    description:
      'When the address was actually checked, truncated to the minute; on a cache hit, the time of the original check.',
  })
  readonly checkedAt!: string

  @Field(() => Decision, { description: 'Decision of the default policy.' })
  readonly defaultDecision!: string

  @Field(() => [SignalReason], { description: 'Reasons for the decision; the most severe one determines it.' })
  readonly reasons!: readonly SignalReason[]

  @Field(() => Signals, { description: 'Typed findings about the address.' })
  readonly signals!: Signals

  @Field(() => SignalRuntime, { description: 'Health of the check itself.' })
  readonly runtime!: SignalRuntime

  @Field(() => Int, {
    description: 'Seconds for which the result may be cached; repeating the check earlier is of no use. 0 if degraded.',
  })
  readonly ttlHintSeconds!: number
}
