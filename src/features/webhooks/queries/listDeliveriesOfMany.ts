// Pages of the deliveries of several webhooks.
import type { Eventing } from '../../../eventing/eventing.js'
import { invalidCursor } from '../../../kernel/cursor.js'
import type { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import { webhookNotFound } from '../decide.js'
import type { Deliveries, DeliveryPageQuery, FoundDeliveries } from '../deliveries/deliveries.js'
import type { DeliveryView, ViewDelivery } from '../internal/deliveryView.js'
import { webhooks } from '../projections/webhooks.js'

export interface DeliveryEdges {
  /** Each with its cursor, after which the list can be resumed. */
  readonly items: readonly { readonly view: DeliveryView; readonly cursor: string }[]
  /** Whether more follow the last item. */
  readonly more: boolean
}

interface ManyDeliveriesDependencies {
  readonly eventing: Eventing
  readonly deliveries: Deliveries
  readonly viewDelivery: ViewDelivery
}

/**
 * Pages of the deliveries of several webhooks, newest first, read together with as many store calls for fifty webhooks as
 * for one. A page that cannot be read is replaced by its Failure: NOT_FOUND; VALIDATION_ERROR if its cursor does not
 * belong to the list.
 */
export type ListDeliveriesOfMany = (
  caller: Caller,
  pageQueries: readonly DeliveryPageQuery[],
) => Promise<readonly (DeliveryEdges | Failure)[]>

export const createListDeliveriesOfMany =
  ({ eventing, deliveries, viewDelivery }: ManyDeliveriesDependencies): ListDeliveriesOfMany =>
  async ({ account, sandbox }, pageQueries) => {
    const known = await eventing.read(webhooks).getMany(pageQueries.map(({ endpoint }) => endpoint))
    const isOwn = (index: number) => !sandbox && known[index]?.owner === account
    const own = pageQueries.filter((_, index) => isOwn(index))
    const pages = (await readPages(own)).values()
    return Promise.all(
      pageQueries.map(async (_, index) => {
        if (!isOwn(index)) return webhookNotFound()
        const page = pages.next().value!
        return page === 'bad_cursor' ? invalidCursor() : edgesOf(page)
      }),
    )

    /** Reads all pages together; if a cursor is invalid, reads each alone, so that only the bad one fails. */
    async function readPages(
      queries: readonly DeliveryPageQuery[],
    ): Promise<readonly (FoundDeliveries | 'bad_cursor')[]> {
      try {
        return await deliveries.listMany(queries)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        if (queries.length === 1) return ['bad_cursor']
        return (await Promise.all(queries.map((query) => readPages([query])))).flat()
      }
    }

    async function edgesOf({ items, next, cursors }: FoundDeliveries): Promise<DeliveryEdges> {
      const views = await Promise.all(items.map(viewDelivery))
      return {
        items: views.map((view, index) => ({ view, cursor: cursors![index]! })),
        more: next !== undefined,
      }
    }
  }
