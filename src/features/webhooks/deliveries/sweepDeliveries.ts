import type { Clock } from '../../../kernel/clock.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Contents } from './contents.js'
import type { Deliveries } from './deliveries.js'
import { DELIVER } from './endpoint.js'

interface SweepDeliveriesDependencies {
  readonly deliveries: Deliveries
  readonly contents: Contents
  readonly jobs: Jobs
  readonly clock: Clock
}

/**
 * Recovers from lost jobs: enqueues the job of every endpoint with due deliveries. Also deletes expired deliveries and
 * bodies.
 */
export const createSweepDeliveries =
  ({ deliveries, contents, jobs, clock }: SweepDeliveriesDependencies) =>
  async (): Promise<void> => {
    const now = clock.now()
    for await (const { endpoint, owner, nextAt } of deliveries.endpoints()) {
      if (nextAt <= now) await jobs.enqueue(DELIVER, endpoint, { tenant: owner })
    }
    await deliveries.expire(now)
    await contents.expire(now)
  }
