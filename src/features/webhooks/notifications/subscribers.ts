import type { Reading } from '../../../eventing/eventing.js'
import type { WebhookEventKind } from '../events.js'
import { type WebhookDocument, webhooks } from '../projections/webhooks.js'
import type { Endpoint } from './notification.js'

/** More than the maximum of webhooks per account. */
const LIMIT = 1_000

/** All webhooks of an account, oldest first. */
export const webhooksOf = async (eventing: Pick<Reading, 'read'>, owner: string) =>
  (await eventing.read(webhooks).find({ index: 'byOwner', equals: { owner }, limit: LIMIT })).items

export const isSubscribed = ({ disabled, events }: WebhookDocument, kind: WebhookEventKind): boolean =>
  disabled === null && events.includes(kind)

export const endpointOf = ({ id }: { readonly id: string }): Endpoint => ({ endpoint: id, job: null })
