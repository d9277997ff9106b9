import { useEffect, useRef } from 'preact/hooks'
import { useQuery } from '../api/hooks.js'
import { WebhooksDocument, type WebhooksQuery } from '../api/operations.generated.js'

/** Deliveries have no subscription: while one is pending they are asked for again, with growing pauses. */
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000

export type Webhook = NonNullable<WebhooksQuery['webhooks']>[number]
export type Delivery = NonNullable<Webhook['deliveries']>['edges'][number]['node']

export interface Webhooks {
  /** Undefined until they are known. */
  readonly webhooks: readonly Webhook[] | undefined
  readonly error: string | undefined
  /** Asks again, and follows what is pending. */
  readonly reload: () => void
}

export const deliveriesOf = ({ deliveries }: Webhook): readonly Delivery[] =>
  deliveries?.edges.map(({ node }) => node) ?? []

/** The account's webhooks with their latest deliveries, in one query. */
export function useWebhooks(): Webhooks {
  const { data, error, reload } = useQuery(WebhooksDocument, {})
  const pause = useRef(MIN_PAUSE_MS)
  const webhooks = data?.webhooks ?? undefined
  const isPending =
    webhooks?.some((webhook) => deliveriesOf(webhook).some(({ status }) => status === 'PENDING')) ?? false

  useEffect(() => {
    if (!isPending) return
    let timer = setTimeout(ask, pause.current)
    // Goes on by itself if there is no answer.
    function ask(): void {
      pause.current = Math.min(MAX_PAUSE_MS, pause.current * 2)
      timer = setTimeout(ask, pause.current)
      reload()
    }
    return () => clearTimeout(timer)
  }, [isPending, data, reload])

  return {
    webhooks,
    error,
    reload() {
      pause.current = MIN_PAUSE_MS
      reload()
    },
  }
}
