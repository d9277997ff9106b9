import type { VerdictEngine } from '../../features/verification/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** Counts hits and misses of the verdict engine's cache of mail routes. */
export function instrumentMailRoutes(engine: VerdictEngine): {
  readonly engine: VerdictEngine
  readonly families: readonly Family[]
} {
  const requests = createCounter({
    name: 'mailproof_route_cache_requests_total',
    help: 'Mail routes that verifications needed: hit (cached) or miss (looked up in DNS).',
    labels: ['result'],
  })
  const [hit, miss] = [requests.of('hit'), requests.of('miss')]
  return {
    engine: {
      ...engine,
      gather(email, trace, parsed, pooled) {
        const gathered = engine.gather(email, trace, parsed, pooled)
        if ('queryDns' in gathered) miss.value++
        else if (gathered.routed && !pooled) hit.value++
        return gathered
      },
    },
    families: [requests],
  }
}
