// Which notifications an event causes, and for whom.
import type { Recorded } from '../../../kernel/envelope.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import { idOf } from '../../../kernel/stream.js'
import type { AddressVerified, LimitEvent } from '../../verification/events.js'
import { parseNotification } from '../../verification/index.js'
import { jobEndpoint } from '../deliveries/endpoint.js'
import type { WebhookDisabled, WebhookEventKind } from '../events.js'
import type { Endpoint, Notification, PresentAnswer } from './notification.js'
import { type BatchEnd, type BatchFacts, bulkCompleted } from './payloads/bulkCompleted.js'
import { quotaUsed } from './payloads/quotaUsed.js'
import { verificationCompleted } from './payloads/verificationCompleted.js'
import { sandboxNotifications } from './sandboxNotifications.js'

/** Events that are reported to webhooks. */
export type SubscribedEvent = AddressVerified | BatchEnd | LimitEvent | WebhookDisabled

/** The kind of event under which each is reported. */
export const KINDS: { readonly [type in SubscribedEvent['type']]: WebhookEventKind } = {
  AddressVerified: 'verification.completed',
  BatchCompleted: 'bulk.completed',
  BatchFailed: 'bulk.completed',
  BatchCancelled: 'bulk.completed',
  BatchMailboxesEnded: 'bulk.completed',
  UsageThresholdReached: 'usage.threshold_reached',
  UsageLimitReached: 'usage.limit_reached',
  WebhookDisabled: 'webhook.disabled',
}

/** A batch that has ended, with the data for its notification that the event does not contain. */
export interface BatchNotificationData {
  readonly view: BatchFacts
  /** The job's own webhook URL, decrypted, notified in addition to the account's webhooks; null if it has no URL. */
  readonly webhookUrl: string | null
  /** In the compact format; null if the notification carries no results. */
  results(): Promise<readonly unknown[]> | null
  /** The submitted addresses in input order, null for an empty cell. */
  emails(): AsyncIterable<string | null>
}

/**
 * @param seen the position of the batch's end, which the read models must have reached
 * @returns undefined if the batch no longer exists
 */
export type GetEndedBatch = (batch: string, seen: Position) => Promise<BatchNotificationData | undefined>

interface BuildNotificationsDependencies {
  readonly vault: Vault
  readonly presentAnswer: PresentAnswer
  readonly getEndedBatch: GetEndedBatch
  /** Prefix of absolute links. */
  readonly baseUrl: string
}

/**
 * Builds the notifications of an event for the subscribed endpoints and, for a batch, its own URL; empty if there is no
 * endpoint to notify.
 */
export type BuildNotifications = (
  event: Recorded<SubscribedEvent>,
  subscribers: readonly Endpoint[],
) => Promise<Notification[]>

export function createBuildNotifications({
  vault,
  presentAnswer,
  getEndedBatch,
  baseUrl,
}: BuildNotificationsDependencies): BuildNotifications {
  async function buildVerification(
    { id, type, data: { account, notify } }: Recorded<AddressVerified>,
    endpoints: readonly Endpoint[],
  ): Promise<Notification[]> {
    const text = endpoints.length > 0 && notify !== undefined ? await vault.open(account, notify) : undefined
    if (text === undefined) return []
    const verification = parseNotification(text)
    return [
      { id, kind: KINDS[type], data: verificationCompleted(presentAnswer(verification), verification), endpoints },
    ]
  }

  /** The end of a sandbox batch is reported to the batch's own URL only, not to the account's webhooks. */
  async function buildBatchEnd(end: Recorded<BatchEnd>, subscribers: readonly Endpoint[]): Promise<Notification[]> {
    const batch = idOf(end.stream)
    const { account, sandbox } = end.data
    const found = await getEndedBatch(batch, end.position)
    if (!found) return []
    const endpoints = sandbox ? [] : [...subscribers]
    if (found.webhookUrl !== null) {
      const job = { url: await vault.seal(account, found.webhookUrl), sandbox }
      endpoints.push({ endpoint: jobEndpoint(batch), job })
    }
    if (endpoints.length === 0) return []
    const hasResults = end.type !== 'BatchFailed' || end.data.totals.processed > 0
    const results = hasResults ? await found.results() : null
    const data = bulkCompleted({ batch, end, endedAt: end.recordedAt, facts: found.view, results, baseUrl })
    const download = found.view.downloadPath !== null && { download: batch }
    const notification = { id: end.id, kind: KINDS[end.type], data, endpoints, ...download }
    return sandbox && end.type !== 'BatchMailboxesEnded'
      ? [...(await sandboxNotifications(end, found.emails(), { endpoints, presentAnswer })), notification]
      : [notification]
  }

  return async (event, subscribers) => {
    switch (event.type) {
      case 'AddressVerified':
        return buildVerification(event as Recorded<AddressVerified>, subscribers)
      case 'UsageThresholdReached':
      case 'UsageLimitReached':
        return subscribers.length > 0
          ? [{ id: event.id, kind: KINDS[event.type], data: quotaUsed(event.data), endpoints: subscribers }]
          : []
      case 'WebhookDisabled': {
        const { webhook, reason } = event.data
        const data = { webhook_id: webhook, reason, disabled_at: event.recordedAt }
        // Who disabled it by a request knows.
        return subscribers.length > 0 && reason !== 'by_request'
          ? [{ id: event.id, kind: KINDS[event.type], data, endpoints: subscribers }]
          : []
      }
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
      case 'BatchMailboxesEnded':
        return buildBatchEnd(event, subscribers)
    }
  }
}
