// Constructs the DNS resolver and the verdict engine from the settings, and the naming policy of the pool.
import { createCachingResolver } from '../adapters/dns/cachingResolver.js'
import { createResolver } from '../adapters/dns/resolver.js'
import type { Config } from '../config.js'
import { createVerdictEngine, loadLists } from '../features/verification/index.js'
import { systemClock } from '../kernel/clock.js'
import { type Log, silentLog } from '../kernel/log.js'
import type { Tracing } from '../kernel/tracing.js'
import { instrumentDns } from '../observability/instrumentation/dns.js'

/** Maximum number of cached DNS answers. */
const MAX_DNS_ANSWERS = 200_000

/** The DNS resolver, with its cache, metrics and traces. */
export function openResolver(
  { DNS_SERVERS, DNS_TIMEOUT_MS }: Config,
  instrumentation = instrumentDns(),
  tracing?: Tracing,
  log: Log = silentLog,
) {
  const { wrongAnswer: onWrongAnswer } = instrumentation
  const uncached = instrumentation.lookUps(
    createResolver({ servers: DNS_SERVERS, timeoutMs: DNS_TIMEOUT_MS, log, onWrongAnswer }),
  )
  const resolver = tracing?.resolver(uncached) ?? uncached
  return instrumentation.questions(createCachingResolver(resolver, { maxEntries: MAX_DNS_ANSWERS, clock: systemClock }))
}

/** Time budget of a mail route: the MX lookup and then the lookups of its targets, two in sequence. */
export const routeBudget = ({ DNS_TIMEOUT_MS }: Config): number => 2 * DNS_TIMEOUT_MS

/** The verdict engine alone, without any store. */
export function openEngine(config: Config, lists = loadLists()) {
  const resolver = openResolver(config)
  return {
    ...createVerdictEngine({ resolver, clock: systemClock, budgetMs: routeBudget(config), lists }),
    resolver,
    close: () => resolver.close(),
  }
}

/** What the public pool's figures count, and the conditions under which they name a domain. */
export const namingPolicyOf = (
  config: Config,
  { isBigProvider }: Pick<ReturnType<typeof openEngine>, 'isBigProvider'>,
) => ({
  minContributors: config.POOL_MIN_CONTRIBUTORS,
  domainMinAddresses: config.POOL_DOMAIN_MIN_ADDRESSES,
  domainMinContributors: config.POOL_DOMAIN_MIN_CONTRIBUTORS,
  isBigProvider,
})
