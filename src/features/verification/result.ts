import type { V1Verdict } from './engine/policy/v1.js'
import type { TraceStep } from './engine/trace.js'

/** The v1 result of one address. */
export interface V1Result extends V1Verdict {
  readonly email: string
  /** The steps of the verification; only with `debug`. */
  readonly steps?: readonly TraceStep[]
  /** Only if contributed to the signal pool: the credits earned, and whether it was the first of its address. */
  readonly contributed?: { readonly credits: number; readonly unique: boolean }
}
