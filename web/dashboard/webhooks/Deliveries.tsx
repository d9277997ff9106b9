import { useEffect } from 'preact/hooks'
import { useMutation, useQuery } from '../api/hooks.js'
import { DeliveriesDocument, type DeliveryFieldsFragment, ResendDeliveryDocument } from '../api/operations.generated.js'
import { moment, words } from '../format.js'
import { Empty, Failed } from '../parts/parts.js'

/** Deliveries have no subscription; while one is pending, it is asked for again after this time. */
const POLL_MS = 1_000

interface DeliveriesProps {
  readonly webhook: string
  /** Rises when another delivery has been requested. */
  readonly version: number
}

/** The latest deliveries of a webhook, with every attempt. */
export function Deliveries({ webhook, version }: DeliveriesProps) {
  const { data, error, reload } = useQuery(DeliveriesDocument, {})
  const resend = useMutation(ResendDeliveryDocument)
  const edges = data?.webhooks?.find(({ id }) => id === webhook)?.deliveries?.edges ?? []
  const isPending = edges.some(({ node }) => node.status === 'PENDING')

  useEffect(() => {
    if (version > 0) reload()
  }, [version, reload])
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [isPending, data, reload])

  return (
    <>
      <h3>Deliveries</h3>
      <Failed message={resend.error ?? error} />
      {data && edges.length === 0 && <Empty>Nothing was delivered yet. Send a test to see an attempt here.</Empty>}
      {edges.map(({ node }) => (
        <Delivery
          key={node.id}
          delivery={node}
          busy={resend.busy}
          onResend={async () => {
            await resend.run({ input: { webhookId: webhook, deliveryId: node.id } })
            reload()
          }}
        />
      ))}
    </>
  )
}

interface DeliveryProps {
  readonly delivery: DeliveryFieldsFragment
  readonly busy: boolean
  readonly onResend: () => void
}

function Delivery({ delivery, busy, onResend }: DeliveryProps) {
  const { id, event, status, createdAt, nextAttemptAt, attempts } = delivery
  return (
    <details class="delivery">
      <summary>
        <span class={`status ${status.toLowerCase()}`}>{words(status)}</span> {event} {moment(createdAt)}
      </summary>
      <p>
        <code>{id}</code>{' '}
        <button type="button" disabled={busy} onClick={onResend}>
          Send again
        </button>
      </p>
      {nextAttemptAt && <p class="soft">Next attempt: {moment(nextAttemptAt)}.</p>}
      <ol>
        {attempts.map(({ at, statusCode, durationMs, response }) => (
          <li key={at}>
            {moment(at)}: {statusCode ?? 'no response'}, {durationMs} ms
            {response && (
              <pre tabIndex={0}>
                <code>{response}</code>
              </pre>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
