import { createCachingResolver } from '../adapters/dns/cachingResolver.js'
import { createResolver } from '../adapters/dns/resolver.js'
import type { Config } from '../config.js'
import { createVerdictEngine } from '../features/verification/index.js'
import { systemClock } from '../kernel/clock.js'
import { type Log, silentLog } from '../kernel/log.js'
import type { Tracing } from '../kernel/tracing.js'
import { instrumentDns } from '../observability/instrumentation/dns.js'

/** Answers of DNS that are kept. */
const MAX_DNS_ANSWERS = 200_000

/** DNS, from the cache where it can be. */
export function openResolver(
  { DNS_SERVERS, DNS_TIMEOUT_MS }: Config,
  watch = instrumentDns(),
  tracing?: Tracing,
  log: Log = silentLog,
) {
  const { wrongAnswer: onWrongAnswer } = watch
  const asking = watch.lookUps(createResolver({ servers: DNS_SERVERS, timeoutMs: DNS_TIMEOUT_MS, log, onWrongAnswer }))
  const resolver = tracing?.resolver(asking) ?? asking
  return watch.questions(createCachingResolver(resolver, { maxEntries: MAX_DNS_ANSWERS, clock: systemClock }))
}

/** A route takes an MX look-up and those of its targets: two in a row. */
export const routeBudget = ({ DNS_TIMEOUT_MS }: Config): number => 2 * DNS_TIMEOUT_MS

/** The verdict engine by itself, without any store. */
export function openEngine(config: Config) {
  const resolver = openResolver(config)
  return {
    ...createVerdictEngine({ resolver, clock: systemClock, budgetMs: routeBudget(config) }),
    close: () => resolver.close(),
  }
}

/** When the public pool names a domain. */
export const namingOf = (config: Config, { isBigProvider }: Pick<ReturnType<typeof openEngine>, 'isBigProvider'>) => ({
  domainMinAddresses: config.POOL_DOMAIN_MIN_ADDRESSES,
  domainMinContributors: config.POOL_DOMAIN_MIN_CONTRIBUTORS,
  isBigProvider,
})
