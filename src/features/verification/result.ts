import type { V1Verdict } from './engine/policy/v1.js'
import type { Step } from './engine/trace.js'

/** What a caller of v1 is answered about one address. */
export interface V1Result extends V1Verdict {
  readonly email: string
  /** What was done, where it was asked for. */
  readonly steps?: readonly Step[]
  /** Where it was contributed to the signal pool: what it earned, and whether it was the first of its address. */
  readonly contributed?: { readonly credits: number; readonly unique: boolean }
}
