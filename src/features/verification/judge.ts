import type { Clock } from '../../kernel/clock.js'
import { Failure } from '../../kernel/failure.js'
import type { SharedResult } from '../pool/events.js'
import { type Engine, isComplete } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { Trace } from './engine/trace.js'
import type { GatherFacts, PendingFacts } from './gatherFacts.js'
import { type LookUps, lookUpKey } from './lookUps.js'
import { sandboxFacts } from './sandbox.js'
import type { Membership, ResultOf } from './sharing.js'

export interface JudgeOptions {
  /** Whose batch it is for. */
  readonly account: string
  readonly sandbox: boolean
  /** Whose pool is asked first; nobody's where there is none. */
  readonly membership?: Membership | undefined
  readonly signal: AbortSignal
  readonly trace?: Trace | undefined
}

export interface Judged {
  readonly verdict: V1Verdict
  /** Whether the pool was asked. */
  readonly asked: boolean
  /** What may be contributed to it. */
  readonly shared: SharedResult | undefined
}

export type Judge = (email: string, options: JudgeOptions) => Judged | Promise<Judged>

export interface JudgeDependencies {
  readonly engine: Engine
  readonly inquire: GatherFacts
  readonly resultOf: ResultOf
  readonly lookUps: LookUps
  readonly clock: Clock
}

/** v1's verdict alone, for work that records and charges in its own way. At once, where nobody need be asked. */
export function createJudge({ engine, inquire, resultOf, lookUps, clock }: JudgeDependencies): Judge {
  return (email, { account, sandbox, membership, signal, trace }) => {
    if (sandbox) return judgeSandbox(email, signal, trace)
    if (!membership) return judge({ gathered: engine.gather(email, trace), address: undefined })
    const inquired = inquire(membership.pool, email, trace)
    return inquired instanceof Promise ? inquired.then(judge) : judge(inquired)

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

  /** What ends a whole call (`error@`, `rate-limited@`) is, as a row of many, an address that cannot be told. */
  async function judgeSandbox(email: string, signal: AbortSignal, trace: Trace | undefined): Promise<Judged> {
    const world = { perMinute: 0 }
    const facts = await sandboxFacts(email, world, clock, { signal, trace }).catch((error: unknown): Promise<Facts> => {
      if (!(error instanceof Failure)) throw error
      return sandboxFacts(email.replace(/^[^@]*/, 'timeout'), world, clock, { signal, trace })
    })
    return { verdict: judgeV1(facts), asked: false, shared: undefined }
  }
}
