// What one run of an attack did to the service and to the other accounts.
import type { Sent } from './attacker/uplink.js'
import type { Tally } from './attackOrder.js'
import type { Lag } from './figures.js'
import type { Served } from './others/protocol.js'
import type { Owned } from './owner.js'

/** Before an attack, while it lasts, and afterwards. */
interface Course {
  readonly before: number
  readonly most: number
  readonly after: number
  /** Milliseconds from the end until it was back; undefined if it was not in time. */
  readonly backMs: number | undefined
}

export interface CarriedOut {
  readonly kind: 'carried out'
  /** Responses to the attacker. */
  readonly tally: Tally
  readonly sent: Sent
  readonly seconds: number
  /** Of the quiet run just before. */
  readonly quiet: Served
  readonly during: Served
  /** Of the account whose publishable key was abused; undefined if none was. */
  readonly owner: Owned | undefined
  /** Event-loop delay of the API process; undefined if it did not report it. */
  readonly lag: Lag | undefined
  readonly answersAfter: boolean
  readonly descriptors: Course
  /** Resident bytes of the largest process. */
  readonly memory: Course
  /** Bytes on the heap and outside of it after a forced collection, of all processes; `most` is at the end of the attack. */
  readonly held: Omit<Course, 'backMs'>
  /** Cores that the service used. */
  readonly cpu: { readonly quiet: number; readonly during: number }
  /** Bytes per second that the attack added to DATA_DIR, without what others write. */
  readonly diskPerSecond: number
}

/** One run of an attack, and its effect on the other accounts. */
export interface Measured {
  readonly attack: string
  readonly outcome: CarriedOut | { readonly kind: 'not carried out'; readonly why: string }
}
