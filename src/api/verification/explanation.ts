import { type ExplainedEmail, problemSentence } from '../../features/verification/index.js'
import { mailboxCheck } from './present.js'

export type Explained = Pick<ExplainedEmail, 'facts' | 'v1' | 'v2'>

/** Both verdicts on one address in words: the JSON of `mailproof verify`, and the answer for the box on the front page. */
export const explanation = ({ facts, v1, v2 }: Explained) => ({
  email: facts.email,
  status: v1.status,
  valid: v1.valid,
  reason: v1.reason ?? null,
  syntax_problem: facts.parsed.ok ? null : problemSentence(facts.parsed.problem, facts.email),
  checks: v1.checks,
  decision: v2.decision,
  reasons: v2.reasons.map(({ code, sentence }) => ({ code, message: sentence })),
  signals: v2.signals,
  provider: facts.provider ?? null,
  did_you_mean: facts.didYouMean ?? null,
  normalized_email: v2.normalizedEmail ?? null,
  mailbox: v1.mailbox && mailboxCheck(v1.mailbox),
})
