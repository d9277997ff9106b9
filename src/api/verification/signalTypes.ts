// GraphQL types of v2 verification results.
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const Decision = enumOf('Decision', 'Recommended decision on an address.', {
  allow: 'Accept it.',
  deny: 'Reject it.',
  review: 'Inconclusive: review it manually or by other means.',
})

@ObjectType({ description: "What the account's own rules and lists decided; v2's default decision without any." })
export class AccountDecision {
  @Field(() => Decision, { description: 'What to do with the address.' })
  readonly action!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Name or number of the rule that decided; `allow_list` or `deny_list` if an entry of that list did; null if nothing did.',
  })
  readonly rule!: string | null

  @Field(() => String, { nullable: true, description: 'What the rule says to the visitor, if anything.' })
  readonly message!: string | null

  @Field(() => Int, { description: 'Version of the rules that decided; 0 without rules.' })
  readonly rulesVersion!: number
}

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
  unknown: 'Not known: `mailbox` was not set, or the mail server has not said so.',
})
export const MailboxResult = enumOf('MailboxResult', 'What the mail server of a domain says about a mailbox.', {
  exists: 'It is accepted, while an address that cannot exist is refused.',
  no_such_mailbox: 'It is permanently refused; the address is invalid.',
  full: 'It is over its quota.',
  disabled: 'It is closed for good; the address is invalid.',
  accept_all: 'Every address of the domain is accepted.',
  greylisted: 'The server wants to be asked again later.',
  blocked_here: 'The server refuses this installation, or the installation is not fit to ask.',
  rate_limited: 'The server wants fewer questions.',
  temporary: 'No answer, or one that may change.',
  unverifiable: 'No question would settle it.',
  not_checked: 'No server was asked, because there is none, or not yet.',
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

  @Field(() => String, {
    description: 'The reason in one English sentence; for `syntax_invalid`, what is wrong with the text.',
  })
  readonly message!: string

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

  @Field(() => MailboxResult, {
    nullable: true,
    description: 'What the mail server says about the mailbox; null unless `mailbox` was set.',
  })
  readonly mailbox?: string | undefined
}

@ObjectType({ description: 'Health of the check itself.' })
class SignalRuntime {
  @Field(() => RuntimeStatus, { description: 'DEGRADED if at least one signal was not resolved.' })
  readonly status!: string

  @Field(() => [String], {
    description:
      'Signal groups that timed out or failed: `dns`, `mx`, `mailbox`. Groups skipped on purpose are not listed.',
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

  @Field(() => AccountDecision, { description: "What the account's own rules and lists made of it." })
  readonly decision!: AccountDecision

  @Field(() => String, {
    nullable: true,
    description: 'The full corrected address if it was probably mistyped. To be shown as a question.',
  })
  readonly didYouMean?: string

  @Field(() => String, {
    nullable: true,
    description:
      'The address of the mailbox without tags, dots and other forms, by the rules that its provider documents; null if malformed. For finding duplicates, not for sending.',
  })
  readonly normalizedEmail?: string

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
