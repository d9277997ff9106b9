// The notice that deliveries to a webhook arrive again.
import type { Eventing } from '../../../eventing/eventing.js'
import { iso } from '../../../kernel/clock.js'
import { derivedId } from '../../../kernel/ids.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import { DELIVER } from '../deliveries/endpoint.js'
import type { StoreDeliveries } from '../deliveries/storeDeliveries.js'
import { bodyOf } from './payloads/body.js'
import { endpointOf, isSubscribed, webhooksOf } from './subscribers.js'

const KIND = 'webhook.recovered'

/**
 * Creates deliveries of the notice to all webhooks of the account that name it, the recovered one included. Operational, as the
 * records of health are: a process that is killed between the attempt and this says nothing.
 * @param at when the attempt ended, milliseconds since the epoch
 */
export type AnnounceRecovery = (webhook: string, owner: string, at: number) => Promise<void>

export const createAnnounceRecovery =
  ({
    eventing,
    jobs,
    storeDeliveries,
  }: {
    readonly eventing: Eventing
    readonly jobs: Jobs
    readonly storeDeliveries: StoreDeliveries
  }): AnnounceRecovery =>
  async (webhook, owner, at) => {
    const subscribed = (await webhooksOf(eventing, owner)).filter(({ document }) => isSubscribed(document, KIND))
    if (subscribed.length === 0) return
    const createdAt = iso(at)
    const body = bodyOf(KIND, createdAt, { webhook_id: webhook, recovered_at: createdAt })
    const notice = { id: derivedId(`recovery of ${webhook} at ${at}`), owner, event: KIND, createdAt, body } as const
    await storeDeliveries(notice, subscribed.map(endpointOf))
    for (const { id } of subscribed) await jobs.enqueue(DELIVER, id, { tenant: owner })
  }
