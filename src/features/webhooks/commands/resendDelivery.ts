import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Caller } from '../../accounts/index.js'
import { requireEnabled } from '../decide.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { resend } from '../deliveries/record.js'
import { DELIVER } from '../endpoint.js'
import type { DeliveryView, ViewDelivery } from '../internal/deliveryView.js'
import type { FindEndpoint } from '../internal/findEndpoint.js'

export interface ResendDeliveryDependencies {
  readonly deliveries: Deliveries
  readonly clock: Clock
  readonly jobs: Jobs
  readonly findEndpoint: FindEndpoint
  readonly viewDelivery: ViewDelivery
}

/**
 * Sends a delivery again immediately, with the same id and body and whatever its status, then on the full retry schedule.
 * @throws Failure NOT_FOUND, WEBHOOK_DISABLED
 */
export const createResendDelivery =
  ({ deliveries, clock, jobs, findEndpoint, viewDelivery }: ResendDeliveryDependencies) =>
  async (caller: Caller, endpoint: string, id: string, actor: Actor): Promise<DeliveryView> => {
    const { disabled } = await findEndpoint(caller, endpoint)
    const found = await deliveries.get(id)
    if (found?.document.endpoint !== endpoint) throw new Failure('NOT_FOUND', 'There is no such delivery.')
    requireEnabled({ disabled })
    const record = await deliveries.revise(id, (before) => resend(before, actor.commandId, clock.now()), found)
    await jobs.enqueue(DELIVER, endpoint, { tenant: caller.account })
    return viewDelivery({ id, document: record ?? found.document })
  }
