import type { Clock } from '../../kernel/clock.js'
import type { SharedResult } from '../pool/events.js'
import { type Engine, isComplete } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { Trace } from './engine/trace.js'
import type { GatherFacts, PendingFacts } from './gatherFacts.js'
import { type LookUps, lookUpKey } from './lookUps.js'
import { sandboxRow } from './sandbox.js'
import type { Membership, ResultOf } from './sharing.js'

export interface JudgeOptions {
  /** The account that the batch belongs to. */
  readonly account: string
  readonly sandbox: boolean
  /** The pool to consult first; undefined = none. */
  readonly membership?: Membership | undefined
  readonly signal: AbortSignal
  readonly trace?: Trace | undefined
}

export interface Judged {
  readonly verdict: V1Verdict
  /** Whether the pool was consulted. */
  readonly asked: boolean
  /** The result to contribute to the pool, if any. */
  readonly shared: SharedResult | undefined
}

export type Judge = (email: string, options: JudgeOptions) => Judged | Promise<Judged>

export interface JudgeDependencies {
  readonly engine: Engine
  readonly gatherFacts: GatherFacts
  readonly resultOf: ResultOf
  readonly lookUps: LookUps
  readonly clock: Clock
}

/**
 * v1 verdict without recording or charging, which batches do themselves. Synchronous when no lookup is needed. Rejects
 * with SandboxBatchFailure if a sandbox batch is to fail.
 */
export function createJudge({ engine, gatherFacts, resultOf, lookUps, clock }: JudgeDependencies): Judge {
  return (email, { account, sandbox, membership, signal, trace }) => {
    if (sandbox) return judgeSandbox(email, signal, trace)
    if (!membership) return judge({ gathered: engine.gather(email, trace), address: undefined })
    const pending = gatherFacts({ pool: membership.pool, account }, email, trace)
    return pending instanceof Promise ? pending.then(judge) : judge(pending)

    function judge({ gathered, address }: PendingFacts): Judged | Promise<Judged> {
      const judged = (facts: Facts): Judged => {
        const verdict = judgeV1(facts)
        const shared = membership && resultOf(membership, { facts, verdict }, address)
        return { verdict, asked: address !== undefined, shared }
      }
      if (isComplete(gathered)) return judged(gathered)
      return lookUps.ask(lookUpKey.batch(account), gathered, () => !signal.aborted).then(judged)
    }
  }

  async function judgeSandbox(email: string, signal: AbortSignal, trace: Trace | undefined): Promise<Judged> {
    const facts = await sandboxRow(email, clock, { signal, trace })
    return { verdict: judgeV1(facts), asked: false, shared: undefined }
  }
}
