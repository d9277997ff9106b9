import type { Facts, MailboxFacts } from '../features/verification/engine/facts.js'
import { normalizedOf } from '../features/verification/engine/normalize.js'
import { judgeV1 } from '../features/verification/engine/policy/v1.js'
import { judgeV2 } from '../features/verification/engine/policy/v2.js'
import { problemSentence } from '../features/verification/engine/syntax/problems.js'
import type { MailboxVerdict, ReasonCode, Verdict } from './types.js'

/** Judges the facts by both policies. @param now milliseconds since the epoch */
export function verdictOf(facts: Facts, now: number): Verdict {
  const v1 = judgeV1(facts)
  const v2 = judgeV2(facts, now)
  const normalized = normalizedOf(facts.parsed)
  const { syntax, dns, mx, disposable, patterns } = v2.signals
  return {
    email: facts.email,
    valid: v1.valid,
    status: v1.status,
    // Only an account's own reports make a bounce known, and the library has none.
    reason: (v1.reason as Verdict['reason'] | undefined) ?? null,
    syntaxProblem: facts.parsed.ok ? null : problemSentence(facts.parsed.problem, facts.email),
    checks: v1.checks,
    domain: v1.domain,
    provider: v1.provider ?? null,
    didYouMean: v1.didYouMean ?? null,
    normalizedEmail: normalized?.normalized ?? null,
    alias: normalized?.alias ?? false,
    decision: v2.decision,
    reasons: v2.reasons.map(({ code, category, sentence, explanation, source }) => ({
      code: code as ReasonCode,
      category,
      message: sentence,
      explanation,
      source,
    })),
    signals: { syntax, dns, mx, disposable, patterns },
    ...(facts.mailbox && { mailbox: mailboxVerdict(facts.mailbox) }),
    degraded: v2.runtime.status === 'degraded',
    ttlHintSeconds: v2.ttlHintSeconds,
  }
}

const mailboxVerdict = (said: MailboxFacts): MailboxVerdict => ({
  result: said.result,
  acceptAll: said.acceptAll,
  code: said.code ?? null,
  enhancedCode: said.enhancedCode ?? null,
  checkedAt: said.checkedAt,
  final: said.final,
  ttlHintSeconds: said.ttlHintSeconds ?? null,
})
