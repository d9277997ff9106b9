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
