// The self-test with DNS answers that no cache holds.
import type { Clock } from '../../../kernel/clock.js'
import type { SelfTest } from '../../../kernel/ports/mailboxes.js'
import { createResolver, type ResolverOptions } from '../../dns/resolver.js'
import { createAddressFilter } from '../../outbound/addressFilter.js'
import type { Route } from '../transport/connect.js'
import { runSelfTest, TESTED_DOMAINS } from './selfTest.js'

interface Installation {
  readonly dns: Pick<ResolverOptions, 'servers' | 'timeoutMs'>
  readonly route: Route
  readonly ehloName: string
  /** Ranges in CIDR notation that may be connected to although they are not public. */
  readonly allowedSubnets: readonly string[]
}

/** Tests whether mail servers answer this installation. Opens no store. */
export async function testInstallation(
  { dns, route, ehloName, allowedSubnets }: Installation,
  clock: Clock,
  signal: AbortSignal,
): Promise<SelfTest> {
  const problemOf = createAddressFilter(allowedSubnets)
  const resolver = createResolver(dns)
  try {
    const isForbidden = (address: string) => problemOf(address) !== undefined
    return await runSelfTest({ resolver, route, ehloName, isForbidden, domains: TESTED_DOMAINS, clock }, signal)
  } finally {
    await resolver.close()
  }
}
