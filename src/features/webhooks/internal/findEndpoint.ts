import type { Caller } from '../../accounts/index.js'
import { webhookNotFound } from '../decide.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { isJob } from '../deliveries/endpoint.js'
import type { WebhookDocument } from '../projections/webhooks.js'
import type { FindWebhook } from './findWebhook.js'

interface FindEndpointDependencies {
  readonly findWebhook: FindWebhook
  readonly deliveries: Deliveries
}

/**
 * Finds an endpoint of the caller's account: a webhook, or the URL of a job (`job_<batch>`), which exists once there is a
 * delivery to it. @throws Failure NOT_FOUND
 */
export type FindEndpoint = (caller: Caller, id: string) => Promise<Pick<WebhookDocument, 'disabled'>>

export const createFindEndpoint =
  ({ findWebhook, deliveries }: FindEndpointDependencies): FindEndpoint =>
  async (caller, id) => {
    if (!isJob(id)) return findWebhook(caller, id)
    const [newest] = (await deliveries.list(id, 1, undefined)).items
    const isOwn = newest?.document.owner === caller.account
    if (!isOwn || (caller.sandbox && !newest.document.job?.sandbox)) throw webhookNotFound()
    return { disabled: null }
  }
