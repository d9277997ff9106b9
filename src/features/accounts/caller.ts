import type { Limits, Plan } from './plans.js'

/** The authenticated caller: the key, its account, and the account's limits. */
export interface Caller extends Limits {
  readonly account: string
  readonly key: string
  /** A sandbox key's results depend on the address's local part only, are free and touch no statistics. */
  readonly sandbox: boolean
  readonly plan: Plan
}
