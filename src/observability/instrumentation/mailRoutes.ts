import type { VerdictEngine } from '../../features/verification/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** The verdict engine, with what its cache of mail routes is good for counted. */
export function instrumentMailRoutes(engine: VerdictEngine): {
  readonly engine: VerdictEngine
  readonly families: readonly Family[]
} {
  const requests = createCounter({
    name: 'mailproof_route_cache_requests_total',
    help: 'Mail routes of domains that verifications needed: hit (kept from before) or miss (to be asked of DNS).',
    labels: ['result'],
  })
  const [hit, miss] = [requests.of('hit'), requests.of('miss')]
  return {
    engine: {
      ...engine,
      gather(email, trace, parsed, pooled) {
        const gathered = engine.gather(email, trace, parsed, pooled)
        if ('ask' in gathered) miss.value++
        else if (gathered.routed && !pooled) hit.value++
        return gathered
      },
    },
    families: [requests],
  }
}
