import type { AddressesVerified, AddressVerified, UsageLimitReached } from '../../src/features/verification/events.js'
import { endOfMonth } from '../../src/kernel/clock.js'
import { ada } from './accountEvents.js'

/** One deliverable address; a test overrides what differs. */
export const addressVerified = (differs: Partial<AddressVerified['data']> = {}): AddressVerified => ({
  type: 'AddressVerified',
  data: {
    account: ada,
    api: 'v1',
    status: 'valid',
    valid: true,
    reason: null,
    disposable: false,
    role: false,
    free: false,
    domain: 'example.net',
    provider: null,
    durationUs: 1_234,
    charged: 1,
    ...differs,
  },
})

/** A batch with this many rows of each status, all of one domain. */
export function addressesVerified(
  { valid = 0, invalid = 0, unknown = 0 }: { valid?: number; invalid?: number; unknown?: number },
  charged = valid + invalid,
  account = ada,
): AddressesVerified {
  const total = valid + invalid + unknown
  return {
    type: 'AddressesVerified',
    data: {
      account,
      total,
      valid,
      invalid,
      unknown,
      charged,
      durationUs: 98_765,
      status: 'v'.repeat(valid) + 'i'.repeat(invalid) + 'u'.repeat(unknown),
      reason: '-'.repeat(valid) + 'm'.repeat(invalid) + '-'.repeat(unknown),
      flags: '0'.repeat(total),
      domains: ['example.net'],
      domain: Array.from({ length: total }, () => 0),
    },
  }
}

export const usageLimitReached = (period: string, account = ada): UsageLimitReached => ({
  type: 'UsageLimitReached',
  data: { account, limit: 'month', period, used: 1_000, allowed: 1_000, reset: endOfMonth(period) / 1_000 },
})
