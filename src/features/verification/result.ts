import type { Contributed } from '../pool/index.js'
import type { NormalizedAddress } from './engine/normalize.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { Trace, TraceStep } from './engine/trace.js'
import { type Ruling, type RulingView, rulingView } from './ruling.js'

/** The v1 result of one address. */
export interface V1Result extends V1Verdict {
  readonly email: string
  /** For finding duplicates, not for sending; absent if the syntax is invalid. */
  readonly normalized?: NormalizedAddress
  /** What the account's own rules decided; absent if it has neither rules nor lists. */
  readonly ruling?: RulingView | undefined
  /** The steps of the verification; only with `debug`. */
  readonly steps?: readonly TraceStep[]
  /** Only if contributed to the signal pool: the credits earned, and whether it was the first of its address. */
  readonly contributed?: Contributed | undefined
}

/** Each member by name: V8 takes a slow path for objects that spread another and add members. */
export const v1Result = (
  email: string,
  normalized: NormalizedAddress | undefined,
  verdict: V1Verdict,
  trace: Trace | undefined,
  ruling: Ruling | undefined,
  contributed?: Contributed,
): V1Result => ({
  email,
  valid: verdict.valid,
  status: verdict.status,
  reason: verdict.reason,
  isKnownValidFallback: verdict.isKnownValidFallback,
  isDnsFallback: verdict.isDnsFallback,
  checks: verdict.checks,
  domain: verdict.domain,
  provider: verdict.provider,
  didYouMean: verdict.didYouMean,
  normalized,
  fromPool: verdict.fromPool,
  mailbox: verdict.mailbox,
  ruling: ruling && rulingView(ruling),
  steps: trace?.steps,
  contributed,
})
