// The services as of past times, with their rate limit.
import type { AsOf, PastServices } from '../../api/past.js'
import { type AccountQueries, ofAccount, type Past } from '../../eventing/asOf/past.js'
import { type Accounts, type Caller, createAccountsAsOf } from '../../features/accounts/index.js'
import { createBatchesAsOf } from '../../features/batches/index.js'
import { outcomesAsOf } from '../../features/outcomes/index.js'
import type { PoolAsOf } from '../../features/pool/index.js'
import { createRulesAsOf } from '../../features/rules/index.js'
import { createVerdictsAsOf } from '../../features/verdicts/index.js'
import { usageAsOf } from '../../features/verification/index.js'
import { createWebhooksAsOf } from '../../features/webhooks/index.js'
import { RateLimited } from '../../kernel/failure.js'
import { perAccount, windowKey } from '../../kernel/limits.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import { MINUTE_MS } from '../../kernel/time.js'
import type { Container } from '../container.js'

interface PastServicesDependencies {
  readonly container: Pick<Container, 'eventing' | 'vault' | 'deriveKey' | 'clock'>
  readonly past: Past
  readonly poolAsOf: PoolAsOf
  readonly accounts: Pick<Accounts, 'getKeyMask'>
  /** Whether this installation sends mail. */
  readonly confirmsEmail: boolean
  readonly limiter: Limiter
}

export function createPastServices({
  container,
  past,
  poolAsOf,
  accounts: present,
  confirmsEmail,
  limiter,
}: PastServicesDependencies): PastServices {
  const { clock } = container
  const accounts = createAccountsAsOf({ ...container, confirmsEmail })

  async function count({ account, sandbox }: Caller): Promise<void> {
    const { perMinute } = perAccount.asOf
    const key = windowKey(sandbox ? 'sandbox_as_of' : 'as_of', account)
    const { allowed, resetsAt } = await limiter.hit(key, perMinute, MINUTE_MS)
    if (allowed) return
    const message = `As-of queries are limited to ${perMinute} per minute.`
    throw new RateLimited(message, { limit: perMinute, scope: 'minute', resetsAt, now: clock.now() })
  }

  const ofCaller =
    <Queries>(queries: AccountQueries<Queries>): AsOf<Queries> =>
    async (caller, asOf, signal) => {
      await count(caller)
      const { account } = caller
      return queries.at(await past.at(ofAccount(queries, account), { time: asOf.getTime(), signal, account }))
    }

  return {
    accounts: ofCaller(accounts),
    verification: ofCaller({
      name: 'usage',
      models: [...usageAsOf.models, ...accounts.models],
      at(reading) {
        const { getUsage } = usageAsOf.at(reading)
        const { callerThen } = accounts.at(reading)
        return { getUsage: async (caller, month) => getUsage(await callerThen(caller), month) }
      },
    }),
    batches: ofCaller(createBatchesAsOf(container)),
    outcomes: ofCaller(outcomesAsOf),
    verdicts: ofCaller(createVerdictsAsOf()),
    rules: ofCaller(createRulesAsOf(container)),
    webhooks: ofCaller(createWebhooksAsOf(container)),
    async pool(caller, asOf, signal) {
      await count(caller)
      return poolAsOf.at({ time: asOf.getTime(), signal, account: caller.account })
    },
    async ranks(caller, asOf, signal) {
      await count(caller)
      return poolAsOf.rankAt(caller, { time: asOf.getTime(), signal, account: caller.account }, present)
    },
  }
}
