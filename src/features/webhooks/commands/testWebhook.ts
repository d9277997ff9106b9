import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { derivedId } from '../../../kernel/ids.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Caller } from '../../accounts/index.js'
import { requireEnabled } from '../decide.js'
import { DELIVER } from '../deliveries/endpoint.js'
import { TEST_EVENT } from '../deliveries/record.js'
import type { StoreDeliveries } from '../deliveries/storeDeliveries.js'
import type { FindWebhook } from '../internal/findWebhook.js'
import { bodyOf } from '../notifications/payloads/body.js'

interface TestWebhookDependencies {
  readonly clock: Clock
  readonly jobs: Jobs
  readonly storeDeliveries: StoreDeliveries
  readonly findWebhook: FindWebhook
}

/**
 * Sends a test event, with one attempt only, whatever the webhook is subscribed to.
 */
export type TestWebhook = (caller: Caller, id: string, actor: Actor) => Promise<{ readonly deliveryId: string }>

export const createTestWebhook =
  ({ clock, jobs, storeDeliveries, findWebhook }: TestWebhookDependencies): TestWebhook =>
  async (caller, id, actor) => {
    requireEnabled(await findWebhook(caller, id))
    const createdAt = iso(clock.now())
    const source = derivedId(`test by ${actor.commandId}`)
    const data = { webhook_id: id, message: 'This is a test event.' }
    const [deliveryId] = await storeDeliveries(
      { id: source, owner: caller.account, event: TEST_EVENT, createdAt, body: bodyOf(TEST_EVENT, createdAt, data) },
      [{ endpoint: id, job: null }],
    )
    await jobs.enqueue(DELIVER, id, { tenant: caller.account })
    return { deliveryId: deliveryId! }
  }
