import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { webhookNotFound } from '../decide.js'
import { isWebhook } from '../deliveries/endpoint.js'
import { type WebhookDocument, webhooks } from '../projections/webhooks.js'
import { refuseSandbox } from './sandbox.js'

/** Finds a webhook of the caller's account; another account's is reported as unknown. @throws Failure NOT_FOUND */
export type FindWebhook = (caller: Caller, id: string) => Promise<WebhookDocument>

export const createFindWebhook =
  ({ eventing }: { readonly eventing: Eventing }): FindWebhook =>
  async (caller, id) => {
    refuseSandbox(caller, 'NOT_FOUND')
    const found = isWebhook(id) && (await eventing.read(webhooks).getOrReplay(id, streamName('webhook', id)))
    if (!found || found.owner !== caller.account) throw webhookNotFound()
    return found
  }
