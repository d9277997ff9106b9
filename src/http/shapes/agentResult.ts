import type { Step, V1Verdict } from '../../features/verification/index.js'
import type { Schema } from '../contract/types.js'
import { v1Members } from './v1Members.js'

/** One address of a batch, whichever way it was verified. */
interface Row {
  /** null where it is not known any more. */
  readonly email: string | null
  readonly verdict: V1Verdict
  readonly steps?: readonly Step[]
}

type AgentItem = Schema<'AgentResult'> | Schema<'AgentFullResult'>

/** AgentResult or AgentFullResult, as the contract has them. @param i place in the input, from 0 */
export function agentResult(format: 'compact' | 'full', i: number, { email, verdict, steps }: Row): AgentItem {
  const { valid, reason, checks } = verdict
  return {
    i,
    v: valid ? 1 : 0,
    d: checks.disposable ? 1 : 0,
    ...(reason && { e: reason }),
    ...(format === 'full' && { ...(email !== null && { email }), ...v1Members(verdict) }),
    ...(steps && { debug: { steps } }),
  }
}

/** `stats` of an AgentBatchResponse. @param ms that the work took */
export const agentStats = (total: number, valid: number, ms: number) => ({
  t: total,
  v: valid,
  ms: Math.round(ms),
  eps: Math.round((total * 1_000) / Math.max(1, ms)),
})
