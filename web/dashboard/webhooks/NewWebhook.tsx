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
  const [headers, setHeaders] = useState('')
  const [authority, setAuthority] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['BULK_COMPLETED'])

  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    setEvents(isOn ? [...events, event] : events.filter((each) => each !== event))

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const given = headersIn(headers)
    const pem = authority.trim()
    const input = {
      url: url.trim(),
      events: [...events],
      ...(given.length > 0 && { headers: given }),
      ...(pem && { certificateAuthority: pem }),
    }
    if (!(await onCreate(input))) return
    setUrl('')
    setHeaders('')
    setAuthority('')
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
      <fieldset class="options">
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
      <details class="row">
        <summary>Own headers, certificate authority</summary>
        <label class="wide">
          Headers, one per line{' '}
          <textarea
            rows={2}
            value={headers}
            placeholder="X-Environment: production"
            onInput={(event) => setHeaders(event.currentTarget.value)}
          />
        </label>
        <label class="wide">
          Certificates to trust besides the public ones (PEM){' '}
          <textarea
            rows={3}
            value={authority}
            placeholder="-----BEGIN CERTIFICATE-----"
            onInput={(event) => setAuthority(event.currentTarget.value)}
          />
        </label>
      </details>
      <button type="submit" class="primary" aria-disabled={busy} disabled={events.length === 0}>
        Create
      </button>
    </form>
  )
}

/** Headers written one per line, as `name: value`. */
function headersIn(text: string): { name: string; value: string }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const colon = line.indexOf(':')
    const end = colon < 0 ? line.length : colon
    return { name: line.slice(0, end).trim(), value: line.slice(end + 1).trim() }
  })
}
