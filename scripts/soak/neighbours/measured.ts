import type { Tally } from './attackOrder.js'
import type { Lag } from './figures.js'
import type { Served } from './others/protocol.js'

interface CarriedOut {
  readonly kind: 'carried out'
  /** Responses to the attacker. */
  readonly tally: Tally
  readonly quiet: Served
  readonly during: Served
  /** Event-loop delay of the API process; undefined if it did not report it. */
  readonly lag: Lag | undefined
  readonly answersAfter: boolean
  readonly descriptors: {
    /** Maximum without an attack, or what an earlier attack left open. */
    readonly before: number
    readonly most: number
    readonly after: number
    /** Time until they were back at that number; undefined if they were not in time. */
    readonly backMs: number | undefined
  }
  /** Resident bytes. */
  readonly memory: { readonly quiet: number; readonly most: number }
  /** Bytes per second that the attack added to DATA_DIR, without what others write. */
  readonly diskPerSecond: number
}

/** One attack, and its effect on the other accounts. */
export interface Measured {
  readonly name: string
  readonly summary: string
  readonly outcome: CarriedOut | { readonly kind: 'not carried out'; readonly why: string }
}
