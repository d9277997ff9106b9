import { judgeV1, type V1Verdict } from '../../src/features/verification/engine/policy/v1.js'
import type { Judged } from '../../src/features/verification/index.js'
import { factsOf, timeout } from './facts.js'

/** By its first letter: `u…` cannot be told, `i…` cannot be delivered to, all others can. */
export function verdictOf(email: string): V1Verdict {
  if (email.startsWith('u')) return judgeV1(factsOf(email, { route: timeout }))
  if (email.startsWith('i')) return judgeV1(factsOf(email, { route: { kind: 'null_mx' } }))
  return judgeV1(factsOf(email))
}

/** The same, as a judge says it that asks no pool. */
export const judgedOf = (email: string): Judged => ({
  verdict: verdictOf(email),
  poolConsulted: false,
  shared: undefined,
})
