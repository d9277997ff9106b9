import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from './dateTime.js'
import { enumOf } from './enumOf.js'

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
