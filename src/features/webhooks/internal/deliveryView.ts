import { iso } from '../../../kernel/clock.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Attempt, DeliveryEvent, DeliveryRecord, Unsent } from '../deliveries/record.js'

/** A delivery as its owner sees it; times are ISO 8601. */
export interface DeliveryView {
  readonly id: string
  readonly event: DeliveryEvent
  readonly status: DeliveryRecord['status']
  readonly createdAt: string
  /** null unless it is pending. */
  readonly nextAttemptAt: string | null
  /** The last of them, oldest first. */
  readonly attempts: readonly {
    readonly at: string
    readonly statusCode: number | null
    readonly durationMs: number
    /** The beginning of the answer, or why there was none. */
    readonly response: string | null
  }[]
}

const WHY: { readonly [unsent in Unsent]: string } = {
  deleted: 'Not sent: the webhook was deleted.',
  by_request: 'Not sent: the webhook was disabled by request.',
  gone: 'Not sent: the webhook was disabled, because it had answered 410.',
  failing: 'Not sent: the webhook was disabled, because it had failed for five days.',
  backlog: 'Not sent: the webhook was disabled, because too much waited for it.',
  unreadable: 'Not sent: what was to be sent is not there any more.',
}

export type ViewDelivery = ReturnType<typeof createViewDelivery>

/** What was sealed is opened here. */
export const createViewDelivery =
  ({ vault }: { readonly vault: Vault }) =>
  async ({ id, document }: Pick<Stored<DeliveryRecord>, 'id' | 'document'>): Promise<DeliveryView> => {
    const { owner, event, status, createdAt, nextAt, attempts } = document
    const responseOf = async ({ unsent, response }: Attempt): Promise<string | null> => {
      if (unsent !== null) return WHY[unsent]
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
          return { at, statusCode, durationMs, response: await responseOf(attempt) }
        }),
      ),
    }
  }
