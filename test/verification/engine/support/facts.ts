// Facts about addresses, for tests of policies.
import type { DomainFacts, Facts } from '../../../../src/features/verification/engine/facts.js'
import type { MailRoute, RoutedDomain } from '../../../../src/features/verification/engine/route.js'
import { parseMailbox } from '../../../../src/features/verification/engine/syntax/parseMailbox.js'
import { NOTHING_KNOWN } from '../../../../testbed/given/facts.js'

export const CHECKED_AT = Date.UTC(2026, 10, 21, 12)
export const TTL = 3_600

export const DISPOSABLE: Partial<DomainFacts> = { disposable: { entry: 'x.org', sources: ['a list'] } }

export const routes = {
  explicit: { kind: 'explicit', exchanges: ['mx.x.org'] },
  implicit: { kind: 'implicit' },
  null_mx: { kind: 'null_mx' },
  no_name: { kind: 'no_records', nameExists: false },
  no_records: { kind: 'no_records', nameExists: true },
  no_target: { kind: 'no_target', exchanges: ['mx.x.org'] },
  not_public: { kind: 'not_public', exchanges: ['mx.x.org'] },
  own_address_not_public: { kind: 'not_public', exchanges: [] },
  mx_timeout: { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] },
  mx_error: { kind: 'temporary', failed: 'mx', how: 'error', code: 'SERVFAIL', exchanges: [] },
  target_timeout: { kind: 'temporary', failed: 'address', how: 'timeout', exchanges: ['mx.x.org'] },
  target_error: { kind: 'temporary', failed: 'address', how: 'error', exchanges: ['mx.x.org'] },
  address_timeout: { kind: 'temporary', failed: 'address', how: 'timeout', exchanges: [] },
  address_error: { kind: 'temporary', failed: 'address', how: 'error', exchanges: [] },
} as const satisfies Record<string, MailRoute>

export type RouteName = keyof typeof routes

/** The facts of an address of x.org with this route; `more` adds others. */
export function reached(route: MailRoute, domain: Partial<DomainFacts> = {}, more: Partial<Facts> = {}): Facts {
  const email = more.email ?? 'ada@x.org'
  return {
    email,
    parsed: parseMailbox(email),
    domain: { ...NOTHING_KNOWN, ...domain },
    role: false,
    patterns: [],
    concerns: [],
    routed: { route, checkedAt: CHECKED_AT, ttl: TTL } satisfies RoutedDomain,
    literalIsPublic: undefined,
    provider: undefined,
    didYouMean: undefined,
    ...more,
  }
}

export const reserved = (domain: Partial<DomainFacts> = {}, more: Partial<Facts> = {}): Facts => ({
  ...reached(routes.explicit, { ...domain, reserved: true }, { email: 'ada@example.com', ...more }),
  routed: undefined,
})

export const literal = (isPublic: boolean, more: Partial<Facts> = {}): Facts => ({
  ...reached(routes.explicit, {}, { email: 'ada@[192.0.2.1]', ...more }),
  domain: undefined,
  routed: undefined,
  literalIsPublic: isPublic,
})

export const malformed = (email: string): Facts => ({
  ...reached(routes.explicit, {}, { email }),
  domain: undefined,
  routed: undefined,
})
