// Judges one row of a batch.
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import type { PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import { judgeV1 } from './engine/policy/v1.js'
import type { Trace } from './engine/trace.js'
import type { GatherFacts } from './gatherFacts.js'
import { createJudgeGathered, type JudgedFacts } from './judgeGathered.js'
import { judgementOf } from './judgement.js'
import { type LookUps, lookUpKey } from './lookUps.js'
import type { Ruler } from './ruling.js'
import { sandboxRow } from './sandbox.js'
import type { Membership, ResultOf } from './sharing.js'

interface JudgeOptions {
  /** The account that the batch belongs to. */
  readonly account: string
  readonly sandbox: boolean
  /** Whether a sandbox batch wants to know what the mail server says. */
  readonly mailbox?: boolean | undefined
  /** Whether the batch asks mail servers once DNS has judged every row. */
  readonly asksLater?: boolean | undefined
  /** The pool to consult first; undefined = none. */
  readonly membership?: Membership | undefined
  /** The account's rules, if it has any. */
  readonly ruler?: Ruler | undefined
  readonly signal: AbortSignal
  readonly trace?: Trace | undefined
}

export type Judge = (email: string, options: JudgeOptions) => JudgedFacts | Promise<JudgedFacts>

interface JudgeDependencies {
  readonly gatherFacts: GatherFacts
  readonly resultOf: ResultOf
  readonly lookUps: LookUps
  readonly clock: Clock
}

/**
 * v1 verdict without recording or charging, which batches do themselves. Synchronous when no lookup is needed. Rejects
 * with SandboxBatchFailure if a sandbox batch is to fail.
 */
export function createJudge({ gatherFacts, resultOf, lookUps, clock }: JudgeDependencies): Judge {
  const judgeGathered = createJudgeGathered(resultOf)

  return (email, { account, sandbox, mailbox, asksLater, membership, ruler, signal, trace }) => {
    if (sandbox) return judgeSandbox(email, { mailbox, asksLater, signal, trace })
    const gathered = mapMaybePromise(gatherFacts.readerOf(account, membership?.pool), (reader) =>
      gatherFacts.gather(reader, email, trace),
    )
    return mapMaybePromise(gathered, (known) => judgeGathered(known, membership, ruler, queryDns))

    function queryDns(pending: PendingFacts): Promise<Facts> {
      return lookUps.run(lookUpKey.batch(account), pending, () => !signal.aborted)
    }
  }

  async function judgeSandbox(email: string, options: Parameters<typeof sandboxRow>[2]): Promise<JudgedFacts> {
    const facts = await sandboxRow(email, clock, options)
    const judgement = judgementOf(facts)
    return { facts, verdict: judgeV1(facts), judgement, ruling: undefined, poolConsulted: false, shared: undefined }
  }
}
