import type { Recorded } from '../../kernel/envelope.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Position } from '../../kernel/position.js'
import { idOf } from '../../kernel/stream.js'
import type { AddressVerified, UsageLimitReached } from '../verification/events.js'
import { parseNotification, type VerificationNotification } from '../verification/index.js'
import type { DeliveryRecord } from './deliveries/record.js'
import { jobEndpoint } from './endpoint.js'
import { type BatchEnd, type BatchFacts, bulkCompleted } from './payloads/bulkCompleted.js'
import { usageLimitReached } from './payloads/usageLimitReached.js'
import { verificationCompleted } from './payloads/verificationCompleted.js'

/** Events that are reported to webhooks. */
export type SubscribedEvent = AddressVerified | BatchEnd | UsageLimitReached

/** A batch that has ended, with the data for its notification that the event does not contain. */
export interface BatchNotificationData {
  readonly view: BatchFacts
  /** The job's own webhook URL, decrypted, notified in addition to the account's webhooks; null if it has no URL. */
  readonly webhookUrl: string | null
  /** In the compact format; null if the notification carries no results. */
  results(): Promise<readonly unknown[]> | null
}

/**
 * @param seen the position of the batch's end, which the read models must have reached
 * @returns undefined if the batch no longer exists
 */
export type GetEndedBatch = (batch: string, seen: Position) => Promise<BatchNotificationData | undefined>

/** Restores a verification's response body as REST returned it. */
export type PresentAnswer = (notification: VerificationNotification) => object

export interface BuildNotificationsDependencies {
  readonly vault: Vault
  readonly presentAnswer: PresentAnswer
  readonly getEndedBatch: GetEndedBatch
  /** Prefix of absolute links. */
  readonly baseUrl: string
}

export type Endpoint = Pick<DeliveryRecord, 'endpoint' | 'job'>

/** The content of a notification, and its endpoints. */
export interface Notification {
  readonly data: object
  /** Id of the batch whose file `data.links.download` links to. */
  readonly download?: string
  readonly endpoints: readonly Endpoint[]
}

export type BuildNotification = ReturnType<typeof createBuildNotification>

/**
 * Builds the notification of an event for the subscribed endpoints and, for a batch, its own URL; undefined if there is
 * no endpoint to notify.
 */
export function createBuildNotification({
  vault,
  presentAnswer,
  getEndedBatch,
  baseUrl,
}: BuildNotificationsDependencies) {
  async function buildVerification(
    { account, notify }: AddressVerified['data'],
    endpoints: readonly Endpoint[],
  ): Promise<Notification | undefined> {
    const text = endpoints.length > 0 && notify !== undefined ? await vault.open(account, notify) : undefined
    if (text === undefined) return undefined
    const verification = parseNotification(text)
    return { data: verificationCompleted(presentAnswer(verification), verification), endpoints }
  }

  /** The end of a sandbox batch is reported to the batch's own URL only, not to the account's webhooks. */
  async function buildBatchEnd(
    end: Recorded<BatchEnd>,
    subscribers: readonly Endpoint[],
  ): Promise<Notification | undefined> {
    const id = idOf(end.stream)
    const { account, sandbox } = end.data
    const found = await getEndedBatch(id, end.position)
    if (!found) return undefined
    const endpoints = sandbox ? [] : [...subscribers]
    if (found.webhookUrl !== null) {
      const job = { url: await vault.seal(account, found.webhookUrl), sandbox }
      endpoints.push({ endpoint: jobEndpoint(id), job })
    }
    if (endpoints.length === 0) return undefined
    const hasResults = end.type !== 'BatchFailed' || end.data.totals.processed > 0
    const results = hasResults ? await found.results() : null
    const data = bulkCompleted({ batch: id, end, endedAt: end.recordedAt, facts: found.view, results, baseUrl })
    return { data, endpoints, ...(found.view.downloadPath !== null && { download: id }) }
  }

  return async (
    event: Recorded<SubscribedEvent>,
    subscribers: readonly Endpoint[],
  ): Promise<Notification | undefined> => {
    switch (event.type) {
      case 'AddressVerified':
        return buildVerification(event.data, subscribers)
      case 'UsageLimitReached':
        return subscribers.length > 0 ? { data: usageLimitReached(event.data), endpoints: subscribers } : undefined
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        return buildBatchEnd(event, subscribers)
    }
  }
}
