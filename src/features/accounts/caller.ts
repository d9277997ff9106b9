import type { AddressKeeping } from './events.js'
import type { Limits, Plan } from './plans.js'
import type { KeyRestrictions } from './restrictions.js'

/** The authenticated caller: the key, its account, and the account's limits. */
export interface Caller extends Limits {
  readonly account: string
  readonly key: string
  /** A sandbox key's results depend on the address's local part only, are free and touch no statistics. */
  readonly sandbox: boolean
  readonly plan: Plan
  /** What the key is limited to; absent if it has every right. */
  readonly restrictions?: KeyRestrictions
  /** Absent unless the account keeps masked addresses. */
  readonly addressKeeping?: AddressKeeping
}

/** Whether the caller's key may be known to everybody. */
export const isPublishable = ({ restrictions }: Pick<Caller, 'restrictions'>): boolean =>
  restrictions?.publishable === true
