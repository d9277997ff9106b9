import { useState } from 'preact/hooks'
import { useMutation } from '../api/hooks.js'
import { ResendDeliveryDocument } from '../api/operations.generated.js'
import { moment, words } from '../format.js'
import { Empty, Failed } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { RequestBody } from './RequestBody.js'
import type { Delivery } from './useWebhooks.js'

interface DeliveriesProps {
  readonly webhook: string
  readonly url: string
  readonly deliveries: readonly Delivery[]
  readonly onResent: () => void
}

/** The latest deliveries of a webhook, with every attempt. */
export function Deliveries({ webhook, url, deliveries, onResent }: DeliveriesProps) {
  const resend = useMutation(ResendDeliveryDocument)

  return (
    <>
      <h3>Deliveries</h3>
      <Failed message={resend.error} />
      {deliveries.length === 0 && <Empty>Nothing was delivered yet. Send a test to see an attempt here.</Empty>}
      {deliveries.map((delivery) => (
        <DeliveryItem
          key={delivery.id}
          webhook={webhook}
          url={url}
          delivery={delivery}
          busy={resend.busy}
          onResend={async () => {
            await resend.run({ input: { webhookId: webhook, deliveryId: delivery.id } })
            onResent()
          }}
        />
      ))}
    </>
  )
}

interface DeliveryItemProps {
  readonly webhook: string
  readonly url: string
  readonly delivery: Delivery
  readonly busy: boolean
  readonly onResend: () => void
}

function DeliveryItem({ webhook, url, delivery, busy, onResend }: DeliveryItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, event, status, createdAt, nextAttemptAt, attempts } = delivery
  return (
    <details class="delivery" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span class={`status ${status.toLowerCase()}`}>{words(status)}</span> <code>{event}</code>{' '}
        <Time iso={createdAt} />
      </summary>
      <p>
        <code>{id}</code>{' '}
        <button type="button" aria-disabled={busy} onClick={onResend}>
          Send again
        </button>
      </p>
      {nextAttemptAt && (
        <p class="soft">
          Next attempt: <Time iso={nextAttemptAt} />.
        </p>
      )}
      <h4>Request</h4>
      {isOpen && <RequestBody webhook={webhook} url={url} delivery={id} />}
      <h4>Responses</h4>
      {attempts.length === 0 && <p class="soft">No attempt was made yet.</p>}
      <ol>
        {attempts.map(({ at, statusCode, durationMs, response, location }) => (
          <li key={at}>
            {moment(at)}: {statusCode ?? 'no response'}, {durationMs} ms
            {location && (
              <>
                , redirected to <code>{location}</code>, which is not followed
              </>
            )}
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
