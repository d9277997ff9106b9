// Verdicts as the log records them, and what they cost.
import type { Facts } from './engine/facts.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { AddressVerified } from './events.js'

/** Whether a verdict counts towards the monthly quota: results that DNS could not confirm are free. */
export const isCharged = ({ isKnownValidFallback, isDnsFallback }: V1Verdict): boolean =>
  !isKnownValidFallback && !isDnsFallback

export const asciiDomainOf = ({ parsed }: Facts): string | null =>
  parsed.ok && parsed.mailbox.domain.kind === 'name' ? parsed.mailbox.domain.ascii : null

type Data = AddressVerified['data']

/** Optional members of the event. */
interface OptionalData {
  readonly notify?: Data['notify'] | undefined
  readonly pool?: Data['pool'] | undefined
  readonly share?: Data['share'] | undefined
}

/** The event of a single verification. */
export function addressVerified(
  account: string,
  api: 'v1' | 'v2',
  facts: Facts,
  verdict: V1Verdict,
  durationUs: number,
  { notify, pool, share }: OptionalData = {},
): AddressVerified {
  const data: { -readonly [member in keyof Data]: Data[member] } = {
    account,
    api,
    status: verdict.status,
    valid: verdict.valid,
    reason: verdict.reason ?? null,
    disposable: verdict.checks.disposable,
    role: verdict.checks.role,
    free: verdict.checks.free,
    domain: asciiDomainOf(facts),
    provider: facts.provider ?? null,
    durationUs,
    charged: isCharged(verdict) ? 1 : 0,
  }
  // Assigned one by one: object spread defeats V8's optimisations, both here and wherever the event is read.
  if (notify !== undefined) data.notify = notify
  if (pool !== undefined) data.pool = pool
  if (share !== undefined) data.share = share
  return { type: 'AddressVerified', data }
}

export interface VerdictRow {
  readonly facts: Facts
  readonly verdict: V1Verdict
}

export function summarise(rows: readonly VerdictRow[]): {
  total: number
  valid: number
  invalid: number
  unknown: number
} {
  const count = { total: rows.length, valid: 0, invalid: 0, unknown: 0 }
  for (const { verdict } of rows) count[verdict.status]++
  return count
}
