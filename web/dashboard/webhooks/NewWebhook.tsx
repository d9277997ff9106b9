import { useState } from 'preact/hooks'
import type { CreateWebhookInput, WebhookEvent } from '../api/operations.generated.js'
import { EVENTS } from './events.js'

interface NewWebhookProps {
  readonly busy: boolean
  /** Resolves to whether the webhook was created. */
  readonly onCreate: (input: CreateWebhookInput) => Promise<boolean>
}

export function NewWebhook({ busy, onCreate }: NewWebhookProps) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['BULK_COMPLETED'])

  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    setEvents(isOn ? [...events, event] : events.filter((each) => each !== event))

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (await onCreate({ url: url.trim(), events: [...events] })) setUrl('')
  }

  return (
    <form class="inline" onSubmit={submit}>
      <label class="wide">
        URL{' '}
        <input
          type="url"
          required
          value={url}
          placeholder="https://example.com/hooks/mailproof"
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>Call it when</legend>
        {EVENTS.map(([event, name]) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={(change) => toggle(event, change.currentTarget.checked)}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="primary" aria-disabled={busy} disabled={events.length === 0}>
        Create
      </button>
    </form>
  )
}
