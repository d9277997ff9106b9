import type { Tally } from './attackOrder.js'
import type { Lag } from './figures.js'
import type { Served } from './others/protocol.js'

interface CarriedOut {
  readonly kind: 'carried out'
  /** What the attacker was answered. */
  readonly tally: Tally
  readonly quiet: Served
  readonly during: Served
  /** Of the process that answers; undefined when it did not tell. */
  readonly lag: Lag | undefined
  readonly answersAfter: boolean
  readonly descriptors: {
    /** The most while nobody attacked, or what an earlier attack left. */
    readonly before: number
    readonly most: number
    readonly after: number
    /** Until they were back at that number; undefined when they were not in time. */
    readonly backMs: number | undefined
  }
  /** Resident bytes. */
  readonly memory: { readonly quiet: number; readonly most: number }
  /** Bytes that the attack added to DATA_DIR, beyond what others write, for each second of it. */
  readonly diskPerSecond: number
}

/** One attack, and how everybody else fared. */
export interface Measured {
  readonly name: string
  readonly summary: string
  readonly outcome: CarriedOut | { readonly kind: 'not carried out'; readonly why: string }
}
