// Turns verdicts into the response bodies of the contract, for REST, GraphQL and webhooks.
import {
  type MailboxFacts,
  normalizedOf,
  parseMailbox,
  type RuledVerdict,
  type RulingView,
  reasonSentence,
  type TraceStep,
  type V1Result,
  type V1Verdict,
  type V2Reason,
  type VerificationNotification,
} from '../../features/verification/index.js'
import type { ApiSchema } from '../contract/types.js'

/** AccountDecision of the contract. */
const accountDecision = ({ action, rule, message, version }: RulingView) => ({
  action,
  rule,
  message,
  rules_version: version,
})

/** MailboxCheck of the contract. */
export const mailboxCheck = ({ result, code, enhancedCode, checkedAt, final, ttlHintSeconds }: MailboxFacts) => ({
  result,
  code,
  enhanced_code: enhancedCode,
  checked_at: new Date(checkedAt).toISOString(),
  final,
  ttl_hint_seconds: ttlHintSeconds,
})

/** What holds for an account without rules and lists. */
const byDefault = (action: RulingView['action']): RulingView => ({ action, rule: null, message: null, version: 0 })

/** Members of the contract's VerificationResult (v1). JSON leaves out those that are undefined. */
const v1Members = <Email extends string | undefined>(
  email: Email,
  verdict: Row['verdict'],
  { steps, contributed, normalized, ruling }: Pick<V1Result, 'steps' | 'contributed' | 'normalized' | 'ruling'>,
) => ({
  email,
  valid: verdict.valid,
  status: verdict.status,
  reason: verdict.reason,
  is_known_valid_fallback: verdict.isKnownValidFallback,
  is_dns_fallback: verdict.isDnsFallback,
  checks: verdict.checks,
  from_pool: verdict.fromPool !== undefined,
  pool_confidence: verdict.fromPool?.confidence,
  pool_validations: verdict.fromPool?.validations,
  metadata: {
    domain: verdict.domain,
    provider: verdict.provider,
    did_you_mean: verdict.didYouMean,
    normalized_email: normalized?.normalized,
    alias: normalized?.alias,
    decision: ruling && accountDecision(ruling),
    mailbox: verdict.mailbox && mailboxCheck(verdict.mailbox),
  },
  credits_earned: contributed?.credits,
  unique_contribution: contributed?.unique,
  debug: steps && { steps },
})

/** VerificationResult (v1) of the contract. */
export const verificationResult = (result: V1Result) => v1Members(result.email, result, result)

/** Changes with every incompatible change of the shape. */
const RESULT_VERSION = '2026-11-26'

/** V2VerificationResult of the contract. @param baseUrl for the links to the documentation of reasons */
export const signalsResult = (email: string, verdict: RuledVerdict, requestId: string, baseUrl: string) => ({
  email,
  result_version: RESULT_VERSION,
  stability: 'beta' as const,
  request_id: requestId,
  checked_at: new Date(verdict.checkedAt).toISOString(),
  default_decision: verdict.decision,
  decision: accountDecision(verdict.ruling ?? byDefault(verdict.decision)),
  did_you_mean: verdict.didYouMean,
  normalized_email: verdict.normalizedEmail,
  reasons: verdict.reasons.map((reason) => ({
    code: reason.code,
    category: reason.category,
    message: reasonSentence(reason, email),
    docs_slug: reason.slug,
    docs_url: `${baseUrl}/docs/reasons/${reason.slug}`,
  })),
  signals: {
    syntax: verdict.signals.syntax,
    dns: verdict.signals.dns,
    mx: verdict.signals.mx,
    disposable: verdict.signals.disposable,
    accept_all: verdict.signals.acceptAll,
    patterns: verdict.signals.patterns,
    mailbox: verdict.signals.mailbox,
  },
  runtime: { status: verdict.runtime.status, unresolved_groups: verdict.runtime.unresolvedGroups },
  ttl_hint_seconds: verdict.ttlHintSeconds,
})

/** Reasons that follow from the address, DNS and lists that everybody can have: what a publishable key may be told. */
const PUBLIC_REASONS: ReadonlySet<V2Reason> = new Set<V2Reason>([
  'syntax_invalid',
  'reserved_domain',
  'no_records',
  'null_mx',
  'mx_absent',
  'blackhole_mx',
  'disposable',
  'dns_timeout',
  'dns_error',
  'probable_typo',
  'confusable',
  'impossible_at_provider',
  'parked_domain',
  'address_literal',
  'routed_local_part',
  'quoted_local_part',
  'smtputf8_required',
  'temporary',
  'developer_test',
  'development_env',
  'ci_cd',
  'system_email',
  'role_account',
  'privacy_relay',
  'implicit_mx',
  'plus_addressing',
  'deliverable',
])
/** Of which a visitor need not hear. */
const UNRESOLVED: ReadonlySet<string> = new Set(['dns_timeout', 'dns_error'])

/** For an address that nothing speaks against but a rule that says nothing to the visitor. */
const NOT_ACCEPTED = 'Please use another address.'

/**
 * CheckResult of the contract: what the account's rules decided and say to the visitor, and nothing else about the account, the
 * operator's lists or the pool.
 */
export function checkResult({ decision: byDefault, reasons, didYouMean, ruling }: RuledVerdict) {
  const codes = reasons.map(({ code }) => code as V2Reason)
  const decision = ruling?.action ?? byDefault
  const isSilent = decision === 'allow' || UNRESOLVED.has(codes[0]!)
  const own = decision === 'deny' && byDefault === 'allow' ? NOT_ACCEPTED : reasons[0]!.visitor
  return {
    decision,
    reasons: codes.filter((code) => PUBLIC_REASONS.has(code)),
    did_you_mean: didYouMean,
    message: ruling?.message ?? (isSilent ? undefined : own),
  }
}

/** A result of a batch, synchronous or not. */
interface Row {
  /** Null once the batch's input has been deleted. */
  readonly email: string | null
  readonly verdict: Omit<V1Verdict, 'reason'> & { readonly reason?: string }
  readonly ruling?: RulingView | undefined
  readonly steps?: readonly TraceStep[] | undefined
  readonly contributed?: V1Result['contributed']
}

type AgentResult = ApiSchema<'AgentResult'>

/** AgentResult of the contract. @param i zero-based index in the input */
export function agentResult(format: 'compact' | 'full', i: number, row: Row): AgentResult {
  const { email, verdict, ruling, steps } = row
  const { valid, status, reason, checks } = verdict
  const compact: AgentResult = {
    i,
    v: valid ? 1 : 0,
    d: checks.disposable ? 1 : 0,
    u: status === 'unknown' ? 1 : undefined,
    e: reason,
    a: ruling?.action,
    r: ruling?.rule ?? undefined,
    m: verdict.mailbox?.result,
    w: verdict.mailbox && !verdict.mailbox.final ? 1 : undefined,
    debug: steps && { steps },
  }
  if (format === 'compact') return compact
  const normalized = email === null ? undefined : normalizedOf(parseMailbox(email))
  return { ...compact, ...v1Members(email ?? undefined, verdict, { ...row, normalized }) }
}

/** Numbers of results by status; the last three add up to the first. */
interface StatusCounts {
  readonly total: number
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
}

/** `stats` of an AgentBatchResponse: `v` is the sum over its items, so it includes those of status unknown. @param ms duration */
export const agentStats = ({ total, valid, invalid, unknown }: StatusCounts, ms: number) => ({
  t: total,
  v: valid + unknown,
  i: invalid,
  u: unknown,
  ms: Math.round(ms),
  eps: Math.round((total * 1_000) / Math.max(1, ms)),
})

/** Header that reports that `share_signals` was ignored because of the plan. */
export const sharingHeaders = (sharing: 'off' | 'on' | 'ignored-plan'): Record<string, string> =>
  sharing === 'ignored-plan' ? { 'X-Signal-Sharing': sharing } : NONE

const NONE = {}

/** The REST response of a verification, for webhook notifications. @param baseUrl for links */
export const presentAnswer = (notification: VerificationNotification, baseUrl: string): object =>
  notification.api === 'v1'
    ? verificationResult(notification.result)
    : signalsResult(notification.email, notification.verdict, notification.requestId, baseUrl)
