import type { Pool } from '../../features/pool/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** Counts lookups in the signal pool. */
export function instrumentPool(pool: Pool): { readonly pool: Pool; readonly families: readonly Family[] } {
  const lookUps = createCounter({
    name: 'mailproof_pool_lookups_total',
    help: 'Lookups of verifications in the signal pool; after a hit, DNS is not queried.',
    labels: ['result'],
  })
  const [hit, miss] = [lookUps.of('hit'), lookUps.of('miss')]
  return {
    pool: {
      ...pool,
      async lookUp(...question) {
        const answer = await pool.lookUp(...question)
        ;(answer ? hit : miss).value++
        return answer
      },
    },
    families: [lookUps],
  }
}
