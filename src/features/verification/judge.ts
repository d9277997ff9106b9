import type { Clock } from '../../kernel/clock.js'
import { Failure } from '../../kernel/failure.js'
import type { Engine } from './engine/engine.js'
import { isComplete } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { Trace } from './engine/trace.js'
import { sandboxFacts } from './sandbox.js'

export interface JudgeOptions {
  readonly sandbox: boolean
  readonly signal: AbortSignal
  readonly trace?: Trace | undefined
}

export type Judge = ReturnType<typeof createJudge>

/** v1's verdict alone, for work that records and charges in its own way. At once, where DNS need not be asked. */
export function createJudge({ engine, clock }: { readonly engine: Engine; readonly clock: Clock }) {
  return (email: string, { sandbox, signal, trace }: JudgeOptions): V1Verdict | Promise<V1Verdict> => {
    if (sandbox) return judgeSandbox(email, signal, trace)
    const gathered = engine.gather(email, trace)
    return isComplete(gathered) ? judgeV1(gathered) : gathered.ask().then(judgeV1)
  }

  /** What ends a whole call (`error@`, `rate-limited@`) is, as a row of many, an address that cannot be told. */
  async function judgeSandbox(email: string, signal: AbortSignal, trace: Trace | undefined): Promise<V1Verdict> {
    const world = { perMinute: 0 }
    const facts = await sandboxFacts(email, world, clock, { signal, trace }).catch((error: unknown): Promise<Facts> => {
      if (!(error instanceof Failure)) throw error
      return sandboxFacts(email.replace(/^[^@]*/, 'timeout'), world, clock, { signal, trace })
    })
    return judgeV1(facts)
  }
}
