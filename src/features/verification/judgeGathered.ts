import type { SharedResult } from '../pool/events.js'
import type { Judgement } from './encoding.js'
import { isComplete, type PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { GatheredFacts } from './gatherFacts.js'
import { judgementOf } from './judgement.js'
import { type Ruler, type Ruling, rule } from './ruling.js'
import type { Membership, ResultOf } from './sharing.js'

export interface JudgedFacts {
  readonly facts: Facts
  readonly verdict: V1Verdict
  readonly judgement: Judgement
  /** What the account's own rules decided, if it has any. */
  readonly ruling?: Ruling | undefined
  /** Whether the pool was consulted. */
  readonly poolConsulted: boolean
  /** The result to contribute to the pool, if any. */
  readonly shared: SharedResult | undefined
}

/** Judges gathered facts by v1's policy and by the account's rules, after a DNS lookup if one is pending; synchronous if none is. */
export const createJudgeGathered =
  (resultOf: ResultOf) =>
  (
    { facts, address }: GatheredFacts,
    membership: Membership | undefined,
    ruler: Ruler | undefined,
    queryDns: (pending: PendingFacts) => Promise<Facts>,
  ): JudgedFacts | Promise<JudgedFacts> => {
    const judge = (complete: Facts): JudgedFacts => {
      const verdict = judgeV1(complete)
      const shared = membership && resultOf(membership, { facts: complete, verdict }, address)
      const judgement = judgementOf(complete)
      const ruling = ruler && rule(ruler, complete, verdict, judgement)
      return { facts: complete, verdict, judgement, ruling, poolConsulted: address !== undefined, shared }
    }
    return isComplete(facts) ? judge(facts) : queryDns(facts).then(judge)
  }
