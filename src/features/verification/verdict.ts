import type { Facts } from './engine/facts.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { AddressesVerified, AddressVerified } from './events.js'

/** Domains of a batch's event may take this much; what is beyond is left out, so that the event stays small. */
const DOMAIN_BYTES = 32 * 1024

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
  notify?: string,
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
    ...(notify !== undefined && { notify }),
  },
})

export interface Row {
  readonly facts: Facts
  readonly verdict: V1Verdict
}

const REASONS = { syntax: 's', dns: 'd', mx: 'm', null_mx: 'n', reserved_domain: 'r' } as const

/** What the log keeps of a synchronous batch. */
export function addressesVerified(
  account: string,
  rows: readonly Row[],
  charged: number,
  durationUs: number,
): AddressesVerified {
  const places = new Map<string, number>()
  let room = DOMAIN_BYTES
  const domain = rows.map(({ facts }) => {
    const name = domainOf(facts)
    if (name === null) return -1
    if (!places.has(name) && name.length <= room) {
      room -= name.length
      places.set(name, places.size)
    }
    return places.get(name) ?? -1
  })
  const count = summarise(rows)
  return {
    type: 'AddressesVerified',
    data: {
      account,
      ...count,
      charged,
      durationUs,
      status: rows.map(({ verdict }) => verdict.status[0]).join(''),
      reason: rows.map(({ verdict }) => (verdict.reason ? REASONS[verdict.reason] : '-')).join(''),
      flags: rows.map(({ verdict: { checks } }) => flagsOf(checks).toString(16)).join(''),
      domains: [...places.keys()],
      domain,
    },
  }
}

const flagsOf = ({ disposable, role, free }: V1Verdict['checks']): number => +disposable + 2 * +role + 4 * +free

export function summarise(rows: readonly Row[]): { total: number; valid: number; invalid: number; unknown: number } {
  const count = { total: rows.length, valid: 0, invalid: 0, unknown: 0 }
  for (const { verdict } of rows) count[verdict.status]++
  return count
}
