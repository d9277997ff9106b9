import { iso } from '../../../kernel/clock.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Attempt, DeliveryEvent, DeliveryRecord, Unsent } from '../deliveries/record.js'

/** A delivery as shown to its owner; times are ISO 8601. */
export interface DeliveryView {
  readonly id: string
  readonly event: DeliveryEvent
  readonly status: DeliveryRecord['status']
  readonly createdAt: string
  /** null unless the delivery is pending. */
  readonly nextAttemptAt: string | null
  /** The most recent attempts, oldest first. */
  readonly attempts: readonly {
    readonly at: string
    readonly statusCode: number | null
    readonly durationMs: number
    /** The beginning of the response, or why there was none. */
    readonly response: string | null
    /** Where a redirect pointed to; null for other responses. */
    readonly location: string | null
  }[]
}

const UNSENT_MESSAGES: { readonly [unsent in Unsent]: string } = {
  deleted: 'Not sent: the webhook was deleted.',
  by_request: 'Not sent: the webhook was disabled by request.',
  gone: 'Not sent: the webhook was disabled because it responded with 410.',
  failing: 'Not sent: the webhook was disabled because it had failed for five days.',
  backlog: 'Not sent: the webhook was disabled because it had too many pending deliveries.',
  unreadable: 'Not sent: the content is no longer available.',
}

/** Decrypts the sealed parts of a delivery for its owner. */
export type ViewDelivery = (delivery: Pick<Stored<DeliveryRecord>, 'id' | 'document'>) => Promise<DeliveryView>

export const createViewDelivery =
  ({ vault }: { readonly vault: Vault }): ViewDelivery =>
  async ({ id, document }) => {
    const { owner, event, status, createdAt, nextAt, attempts } = document
    const responseOf = async ({ unsent, response }: Attempt): Promise<string | null> => {
      if (unsent !== null) return UNSENT_MESSAGES[unsent]
      return response === null ? null : ((await vault.open(owner, response)) ?? null)
    }
    return {
      id,
      event,
      status,
      createdAt,
      nextAttemptAt: nextAt === undefined ? null : iso(nextAt),
      attempts: await Promise.all(
        attempts.map(async (attempt) => {
          const { at, statusCode, durationMs } = attempt
          const location = attempt.location === undefined ? null : ((await vault.open(owner, attempt.location)) ?? null)
          return { at, statusCode, durationMs, response: await responseOf(attempt), location }
        }),
      ),
    }
  }
