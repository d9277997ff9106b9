import { useState } from 'preact/hooks'
import { useMutation } from '../api/hooks.js'
import { ReplayDeliveriesDocument } from '../api/operations.generated.js'
import { Failed } from '../parts/parts.js'

interface ReplayProps {
  readonly webhook: string
  readonly onReplayed: () => void
}

/** Sends again what a webhook has missed since a day. */
export function Replay({ webhook, onReplayed }: ReplayProps) {
  const replay = useMutation(ReplayDeliveriesDocument)
  const [since, setSince] = useState(() => new Date().toISOString().slice(0, 10))
  const [said, setSaid] = useState('')

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const done = (await replay.run({ input: { webhookId: webhook, since } }))?.replayDeliveries
    if (!done) return
    const more = done.more ? ' There are more: ask again once these have been sent.' : ''
    setSaid(done.replayed === 0 ? 'Nothing was missed.' : `Sent again: ${done.replayed}.${more}`)
    onReplayed()
  }

  return (
    <form class="inline" onSubmit={submit}>
      <label>
        Missed since (UTC){' '}
        <input type="date" required value={since} onInput={(event) => setSince(event.currentTarget.value)} />
      </label>
      <button type="submit" aria-disabled={replay.busy}>
        Send all again
      </button>
      <span role="status">{said}</span>
      <Failed message={replay.error} />
    </form>
  )
}
