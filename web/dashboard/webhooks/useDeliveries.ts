import { useEffect, useRef } from 'preact/hooks'
import { useQuery } from '../api/hooks.js'
import { DeliveriesDocument, type DeliveryFieldsFragment } from '../api/operations.generated.js'

/** Deliveries have no subscription: while one is pending they are asked for again, with growing pauses. */
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000

export interface DeliveryLog {
  /** The latest deliveries of a webhook; undefined until they are known. */
  of(webhook: string): readonly DeliveryFieldsFragment[] | undefined
  readonly error: string | undefined
  /** Asks again, and follows what is pending. */
  readonly reload: () => void
}

/** The deliveries of all webhooks, in one query. */
export function useDeliveries(): DeliveryLog {
  const { data, error, reload } = useQuery(DeliveriesDocument, {})
  const pause = useRef(MIN_PAUSE_MS)
  const nodesOf = (webhook: string) =>
    data?.webhooks?.find(({ id }) => id === webhook)?.deliveries?.edges.map(({ node }) => node)
  const isPending = data?.webhooks?.some(({ id }) => nodesOf(id)?.some(({ status }) => status === 'PENDING')) ?? false

  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(reload, pause.current)
    pause.current = Math.min(MAX_PAUSE_MS, pause.current * 2)
    return () => clearTimeout(timer)
  }, [isPending, data, reload])

  return {
    of: nodesOf,
    error,
    reload() {
      pause.current = MIN_PAUSE_MS
      reload()
    },
  }
}
