import type { Eventing } from '../../../eventing/eventing.js'
import type { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import { webhookNotFound } from '../decide.js'
import type { Deliveries, DeliveryQuestion, FoundDeliveries } from '../deliveries/deliveries.js'
import type { DeliveryView, ViewDelivery } from '../internal/deliveryView.js'
import { webhooks } from '../projections/webhooks.js'
import { badCursor } from './listDeliveries.js'

export interface DeliveryEdges {
  /** Each with the cursor behind which the list goes on. */
  readonly items: readonly { readonly view: DeliveryView; readonly cursor: string }[]
  /** Whether there are more behind the last. */
  readonly more: boolean
}

export interface ManyDeliveriesDependencies {
  readonly eventing: Eventing
  readonly deliveries: Deliveries
  readonly viewDelivery: ViewDelivery
}

/**
 * What was sent to several webhooks of an account, or will be, newest first: read together, with as many readings for
 * fifty as for one. What cannot be answered is its Failure: NOT_FOUND; VALIDATION_ERROR when a cursor is not of its list.
 */
export const createListDeliveriesOfMany =
  ({ eventing, deliveries, viewDelivery }: ManyDeliveriesDependencies) =>
  async (
    { account, sandbox }: Caller,
    questions: readonly DeliveryQuestion[],
  ): Promise<readonly (DeliveryEdges | Failure)[]> => {
    const known = await eventing.read(webhooks).getMany(questions.map(({ endpoint }) => endpoint))
    const isOwn = (place: number) => !sandbox && known[place]?.owner === account
    const own = questions.filter((_, place) => isOwn(place))
    const found = (await answersOf(own)).values()
    return Promise.all(
      questions.map(async (_, place) => {
        if (!isOwn(place)) return webhookNotFound()
        const answer = found.next().value!
        return answer === 'bad cursor' ? badCursor('after') : edgesOf(answer)
      }),
    )

    /** One cursor that is none must not be the end of all. */
    async function answersOf(asked: readonly DeliveryQuestion[]): Promise<readonly (FoundDeliveries | 'bad cursor')[]> {
      try {
        return await deliveries.listMany(asked)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        if (asked.length === 1) return ['bad cursor']
        return (await Promise.all(asked.map((one) => answersOf([one])))).flat()
      }
    }

    async function edgesOf({ items, next, cursors }: FoundDeliveries): Promise<DeliveryEdges> {
      const views = await Promise.all(items.map(viewDelivery))
      return {
        items: views.map((view, place) => ({ view, cursor: cursors![place]! })),
        more: next !== undefined,
      }
    }
  }
