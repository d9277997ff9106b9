import { judgeV1, type V1Verdict } from '../../src/features/verification/engine/policy/v1.js'
import type { Judged } from '../../src/features/verification/index.js'
import { factsOf, timeout } from './facts.js'

/** By its first letter: `u…` is unknown, `i…` is undeliverable, all others are deliverable. */
export function verdictOf(email: string): V1Verdict {
  if (email.startsWith('u')) return judgeV1(factsOf(email, { route: timeout }))
  if (email.startsWith('i')) return judgeV1(factsOf(email, { route: { kind: 'null_mx' } }))
  return judgeV1(factsOf(email))
}

/** The same, as the result of a judge that queries no pool. */
export const judgedOf = (email: string): Judged => ({
  verdict: verdictOf(email),
  poolConsulted: false,
  shared: undefined,
})
