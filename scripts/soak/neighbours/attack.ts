import type { AttackerTools } from './attacker/tools.js'

/** What one attacker repeats until the attack ends. */
export interface Strikes {
  /** Number of concurrent strikes. */
  readonly concurrency: number
  strike(signal: AbortSignal): Promise<void>
}

/** An attack that is more than a stream of requests: one depends on the response to another, or on a receiver. */
export interface SpecialAttack {
  /** Runs before the clock starts: builds bodies, creates webhooks. */
  prepare(tools: AttackerTools): Promise<Strikes> | Strikes
  /** Descriptors that jobs of the attacker may hold after the attack: they were accepted, and go on. */
  readonly held?: number
}
