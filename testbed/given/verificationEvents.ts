// Events of verifications and of used quotas, with plausible values for what a test does not give.
import { keyOf } from '../../src/features/verification/encoding.js'
import type {
  AddressesVerified,
  AddressVerified,
  UsageLimitReached,
  UsageThresholdReached,
} from '../../src/features/verification/events.js'
import { endOfMonth } from '../../src/kernel/months.js'
import { ada, KEY } from './accountEvents.js'

/** Version of the lists, as events hold it. */
export const LISTS = 'v2026-11-26-3fa91c04d2b7'

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
    decision: 'allow',
    lists: LISTS,
    address: 2_748_273_648_273,
    key: keyOf(KEY),
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
      providers: [],
      provider: [],
      codes: ['aec', 'dtF', 'roI'],
      code: 'A'.repeat(valid) + 'B'.repeat(invalid) + 'C'.repeat(unknown),
      lists: LISTS,
      key: keyOf(KEY),
    },
  }
}

export const usageLimitReached = (period: string, account = ada): UsageLimitReached => ({
  type: 'UsageLimitReached',
  data: { account, limit: 'month', period, used: 1_000, allowed: 1_000, reset: endOfMonth(period) / 1_000 },
})

export const usageThresholdReached = (period: string, percent: 50 | 70 | 90, account = ada): UsageThresholdReached => ({
  type: 'UsageThresholdReached',
  data: { ...usageLimitReached(period, account).data, percent, used: percent * 10 },
})
