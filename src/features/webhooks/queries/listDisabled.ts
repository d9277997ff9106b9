import type { Reading } from '../../../eventing/eventing.js'
import type { DisabledReason } from '../events.js'
import { webhooks } from '../projections/webhooks.js'

export interface DisabledWebhook {
  readonly webhook: string
  readonly account: string
  readonly reason: DisabledReason
  /** When it was disabled or changed last, ISO 8601. */
  readonly changedAt: string
}

/** Webhooks of all accounts that the service has disabled, at most `limit` for each reason. For operators. */
export type ListDisabled = (limit: number) => Promise<DisabledWebhook[]>

/** Those that their owners disabled are left out. */
const REASONS: readonly DisabledReason[] = ['backlog', 'failing', 'gone']

export const createListDisabled =
  ({ eventing }: { readonly eventing: Reading }): ListDisabled =>
  async (limit) => {
    const model = eventing.read(webhooks)
    const found = await Promise.all(
      REASONS.map((disabled) => model.find({ index: 'byDisabled', equals: { disabled }, limit })),
    )
    return found.flatMap(({ items }) =>
      items.map(({ id, document }) => ({
        webhook: id,
        account: document.owner,
        reason: document.disabled!,
        changedAt: document.updatedAt,
      })),
    )
  }
