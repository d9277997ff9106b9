import type { Limits, Plan } from './plans.js'

/** Who a key says is calling, and what that account may do. */
export interface Caller extends Limits {
  readonly account: string
  readonly key: string
  /** Answers of a sandbox key follow the address's local part, cost nothing and touch no statistics. */
  readonly sandbox: boolean
  readonly plan: Plan
}
