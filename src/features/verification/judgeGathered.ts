import type { SharedResult } from '../pool/events.js'
import type { Judgement } from './encoding.js'
import { isComplete, type PendingFacts } from './engine/engine.js'
import { type Facts, withKnownBounce } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { GatheredFacts } from './gatherFacts.js'
import { judgementOf } from './judgement.js'
import type { Membership, ResultOf } from './sharing.js'

export interface JudgedFacts {
  readonly facts: Facts
  readonly verdict: V1Verdict
  readonly judgement: Judgement
  /** Whether the pool was consulted. */
  readonly poolConsulted: boolean
  /** Whether the account reports outcomes. */
  readonly tracked?: boolean
  /** The result to contribute to the pool, if any. */
  readonly shared: SharedResult | undefined
}

/** Judges gathered facts by v1's policy, after a DNS lookup if one is pending; synchronous if none is. */
export const createJudgeGathered =
  (resultOf: ResultOf) =>
  (
    { facts, address, bounces }: GatheredFacts,
    membership: Membership | undefined,
    queryDns: (pending: PendingFacts) => Promise<Facts>,
  ): JudgedFacts | Promise<JudgedFacts> => {
    const judge = (complete: Facts): JudgedFacts => {
      const verdict = judgeV1(complete)
      // What the account has reported is its own: others learn only what DNS and the lists say.
      const shared = membership && resultOf(membership, { facts: complete, verdict }, address)
      const poolConsulted = address !== undefined
      if (bounces) return judgeBounced(withKnownBounce(complete), poolConsulted, shared)
      const judgement = judgementOf(complete)
      return { facts: complete, verdict, judgement, poolConsulted, tracked: bounces !== undefined, shared }
    }
    return isComplete(facts) ? judge(facts) : queryDns(facts).then(judge)
  }

const judgeBounced = (facts: Facts, poolConsulted: boolean, shared: JudgedFacts['shared']): JudgedFacts => ({
  facts,
  verdict: judgeV1(facts),
  judgement: judgementOf(facts),
  poolConsulted,
  tracked: true,
  shared,
})
