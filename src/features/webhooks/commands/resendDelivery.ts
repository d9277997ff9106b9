import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Caller } from '../../accounts/index.js'
import { requireEnabled } from '../decide.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { DELIVER } from '../deliveries/endpoint.js'
import { resend } from '../deliveries/record.js'
import type { DeliveryView, ViewDelivery } from '../internal/deliveryView.js'
import type { FindDelivery } from '../internal/findDelivery.js'

interface ResendDeliveryDependencies {
  readonly deliveries: Deliveries
  readonly clock: Clock
  readonly jobs: Jobs
  readonly findDelivery: FindDelivery
  readonly viewDelivery: ViewDelivery
}

/**
 * Sends a delivery again immediately, with the same id and body and whatever its status, then on the full retry schedule; a test
 * event once.
 */
export type ResendDelivery = (caller: Caller, endpoint: string, id: string, actor: Actor) => Promise<DeliveryView>

export const createResendDelivery =
  ({ deliveries, clock, jobs, findDelivery, viewDelivery }: ResendDeliveryDependencies): ResendDelivery =>
  async (caller, endpoint, id, actor) => {
    const { delivery, endpoint: found } = await findDelivery(caller, endpoint, id)
    requireEnabled(found)
    const record = await deliveries.revise(id, (before) => resend(before, actor.commandId, clock.now()), delivery)
    await jobs.enqueue(DELIVER, endpoint, { tenant: caller.account })
    return viewDelivery({ id, document: record ?? delivery.document })
  }
