import type { Sent } from './attacker/uplink.js'

/** Start parameters of an attacker process. */
export interface AttackOrder {
  /** The name of an attack, or points divided by `;`. */
  readonly attack: string
  readonly url: string
  /** The loopback address that the attacker connects from. */
  readonly source: string
  /** Key of a new account on the free plan. */
  readonly freeKey: string
  /** Key of an account on the growth plan. */
  readonly paidKey: string
}

/** Number of responses by status, or by what happened to the connection. */
export type Tally = { [outcome: string]: number }

export type FromAttacker =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'tally'; readonly tally: Tally; readonly sent: Sent }
export type ToAttacker = 'begin' | 'end'
