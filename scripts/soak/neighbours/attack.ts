import type { AttackerTools } from './attacker/tools.js'

/** What one attacker repeats until the attack ends. */
interface Strikes {
  /** Number of concurrent strikes. */
  readonly concurrency: number
  strike(signal: AbortSignal): Promise<void>
}

/** One attack; `--only` selects it by its name. */
export interface Attack {
  readonly name: string
  /** Who attacks and how, for the table. */
  readonly summary: string
  /** The attacker never closes a socket, and stays alive while the descriptors of the service are counted. */
  readonly keepsSockets?: true
  /** Runs before the clock starts: builds bodies, creates webhooks, uploads files. */
  prepare(tools: AttackerTools): Promise<Strikes> | Strikes
}
