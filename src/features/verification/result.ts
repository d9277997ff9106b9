import type { V1Verdict } from './engine/policy/v1.js'
import type { Step } from './engine/trace.js'

/** What a caller of v1 is answered about one address. */
export interface V1Result extends V1Verdict {
  readonly email: string
  /** What was done, where it was asked for. */
  readonly steps?: readonly Step[]
}
