import type { AttackerTools } from './attacker/tools.js'

/** What one attacker does, over and over, until the attack ends. */
export interface Strikes {
  /** Strikes that are under way at the same time. */
  readonly atOnce: number
  strike(signal: AbortSignal): Promise<void>
}

/** One attack. Its file carries the name that `--only` takes. */
export interface Attack {
  readonly name: string
  /** Who attacks and how, in a few words for the table. */
  readonly summary: string
  /** The attacker never closes a socket: it stays alive while the descriptors of the service are counted. */
  readonly keepsSockets?: true
  /** Runs before the clock starts: builds bodies, creates webhooks, uploads files. */
  prepare(tools: AttackerTools): Promise<Strikes> | Strikes
}

/** What an attacker process is started with. */
export interface AttackOrder {
  readonly attack: string
  readonly url: string
  /** The loopback address that the attacker connects from. */
  readonly source: string
  /** Key of a new account on the free plan. */
  readonly freeKey: string
  /** Key of an account on the growth plan. */
  readonly paidKey: string
}

/** Answers by status or by what happened to the connection, and how often. */
export type Tally = { [outcome: string]: number }

export type FromAttacker =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'tally'; readonly tally: Tally }
export type ToAttacker = 'begin' | 'end'
