import type { Facts } from '../../src/features/verification/engine/facts.js'
import { judgeV1, type V1Verdict } from '../../src/features/verification/engine/policy/v1.js'
import type { JudgedFacts } from '../../src/features/verification/index.js'
import { judgementOf } from '../../src/features/verification/judgement.js'
import { factsOf, timeout } from './facts.js'

/** By its first letter: `u…` is unknown, `i…` is undeliverable, all others are deliverable. */
export const verdictOf = (email: string): V1Verdict => judgeV1(factsByLetter(email))

function factsByLetter(email: string): Facts {
  if (email.startsWith('u')) return factsOf(email, { route: timeout })
  if (email.startsWith('i')) return factsOf(email, { route: { kind: 'null_mx' } })
  return factsOf(email)
}

/** The same, as the result of a judge that queries no pool. */
export const judgedOf = (email: string): JudgedFacts => ({
  facts: factsByLetter(email),
  verdict: verdictOf(email),
  judgement: judgementOf(factsByLetter(email)),
  poolConsulted: false,
  shared: undefined,
})
