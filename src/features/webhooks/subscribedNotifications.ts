import type { Recorded } from '../../kernel/envelope.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Position } from '../../kernel/position.js'
import { idOf } from '../../kernel/stream.js'
import type { AddressVerified, UsageLimitReached } from '../verification/events.js'
import { type Notice, parseNotification } from '../verification/index.js'
import type { DeliveryRecord } from './deliveries/record.js'
import { jobEndpoint } from './endpoint.js'
import { type BatchEnd, type BatchFacts, bulkCompleted } from './payloads/bulkCompleted.js'
import { usageLimitReached } from './payloads/usageLimitReached.js'
import { verificationCompleted } from './payloads/verificationCompleted.js'

/** What webhooks are told of. */
export type SubscribedEvent = AddressVerified | BatchEnd | UsageLimitReached

/** What is told of a batch, besides what the event says that ended it. */
export interface EndedBatch {
  readonly view: BatchFacts
  /** Who is told, besides the account's webhooks; opened. */
  readonly webhookUrl: string | null
  /** Compact; null unless they go along. */
  results(): Promise<readonly unknown[]> | null
}

/**
 * @param seen the place in the log of the batch's end, which the answer must have seen
 * @returns undefined when nothing is known of it any more
 */
export type BatchOf = (batch: string, seen: Position) => Promise<EndedBatch | undefined>

/** An answer as REST returned it. */
export type AnswerOf = (notice: Notice) => object

export interface BuildNotificationsDependencies {
  readonly vault: Vault
  readonly answerOf: AnswerOf
  readonly batchOf: BatchOf
  /** Prefix of links. */
  readonly baseUrl: string
}

export type Endpoint = Pick<DeliveryRecord, 'endpoint' | 'job'>

/** What to send, and where. */
export interface NotificationBatch {
  readonly data: object
  /** The batch whose file `data.links.download` opens. */
  readonly download?: string
  readonly endpoints: readonly Endpoint[]
}

export type BuildNotifications = ReturnType<typeof createBuildNotifications>

/** Finds out who is told of an event besides those that listen, and what; undefined when nobody is. */
export function createBuildNotifications({ vault, answerOf, batchOf, baseUrl }: BuildNotificationsDependencies) {
  async function tellVerification(
    { account, notify }: AddressVerified['data'],
    endpoints: readonly Endpoint[],
  ): Promise<NotificationBatch | undefined> {
    const text = endpoints.length > 0 && notify !== undefined ? await vault.open(account, notify) : undefined
    if (text === undefined) return undefined
    const notice = parseNotification(text)
    return { data: verificationCompleted(answerOf(notice), notice), endpoints }
  }

  /** What a sandbox key's batch found is told to the URL that came with it, and to nobody else. */
  async function tellBatch(
    end: Recorded<BatchEnd>,
    listening: readonly Endpoint[],
  ): Promise<NotificationBatch | undefined> {
    const id = idOf(end.stream)
    const { account, sandbox } = end.data
    const found = await batchOf(id, end.position)
    if (!found) return undefined
    const endpoints = sandbox ? [] : [...listening]
    if (found.webhookUrl !== null) {
      const job = { url: await vault.seal(account, found.webhookUrl), sandbox }
      endpoints.push({ endpoint: jobEndpoint(id), job })
    }
    if (endpoints.length === 0) return undefined
    const results = end.type === 'BatchFailed' ? null : await found.results()
    const data = bulkCompleted({ batch: id, end, endedAt: end.recordedAt, facts: found.view, results, baseUrl })
    return { data, endpoints, ...(found.view.downloadPath !== null && { download: id }) }
  }

  return async (
    event: Recorded<SubscribedEvent>,
    listening: readonly Endpoint[],
  ): Promise<NotificationBatch | undefined> => {
    switch (event.type) {
      case 'AddressVerified':
        return tellVerification(event.data, listening)
      case 'UsageLimitReached':
        return listening.length > 0 ? { data: usageLimitReached(event.data), endpoints: listening } : undefined
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        return tellBatch(event, listening)
    }
  }
}
