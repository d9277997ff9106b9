import type { Facts } from './engine/facts.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { AddressVerified } from './events.js'

/** Whether a verdict costs one of the month's addresses: whatever could not be told is free. */
export const isCharged = ({ status }: V1Verdict): boolean => status !== 'unknown'

export const domainOf = ({ parsed }: Facts): string | null =>
  parsed.ok && parsed.mailbox.domain.kind === 'name' ? parsed.mailbox.domain.ascii : null

/** What the log keeps of one verification. */
export const addressVerified = (
  account: string,
  api: 'v1' | 'v2',
  facts: Facts,
  verdict: V1Verdict,
  durationUs: number,
  more: Pick<AddressVerified['data'], 'notify' | 'pool' | 'share'> = {},
): AddressVerified => ({
  type: 'AddressVerified',
  data: {
    account,
    api,
    status: verdict.status,
    valid: verdict.valid,
    reason: verdict.reason ?? null,
    disposable: verdict.checks.disposable,
    role: verdict.checks.role,
    free: verdict.checks.free,
    domain: domainOf(facts),
    provider: facts.provider ?? null,
    durationUs,
    charged: isCharged(verdict) ? 1 : 0,
    ...more,
  },
})

export interface Row {
  readonly facts: Facts
  readonly verdict: V1Verdict
}

export function summarise(rows: readonly Row[]): { total: number; valid: number; invalid: number; unknown: number } {
  const count = { total: rows.length, valid: 0, invalid: 0, unknown: 0 }
  for (const { verdict } of rows) count[verdict.status]++
  return count
}
