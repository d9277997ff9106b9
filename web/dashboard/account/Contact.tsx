import { useState } from 'preact/hooks'
import { useMutation, useQuery } from '../api/hooks.js'
import { ContactDocument, RequestConfirmationDocument } from '../api/operations.generated.js'
import { Failed } from '../parts/parts.js'
import { Time } from '../parts/Time.js'

/** Whether the owner's address is confirmed, where the installation sends mail. */
export function Contact() {
  const { data, reload } = useQuery(ContactDocument, {})
  const { busy, error, run } = useMutation(RequestConfirmationDocument)
  const [sent, setSent] = useState(false)
  const me = data?.me
  if (!me || me.emailConfirmation === 'OFF') return null

  async function ask() {
    const status = (await run({}))?.requestConfirmation?.status
    setSent(status === 'REQUESTED')
    if (status === 'ALREADY_CONFIRMED') reload()
  }

  return (
    <section class="card contact" aria-label="Your address">
      {me.emailConfirmation === 'CONFIRMED' ? (
        <p>
          <strong>{me.email}</strong> was confirmed <Time iso={me.emailConfirmedAt!} />: it is told when the month’s
          quota is about to be used up.
        </p>
      ) : (
        <>
          <p>
            <strong>{me.email}</strong> is not confirmed yet. Follow the link that was sent to it, and it will be told
            when the month’s quota is about to be used up.
          </p>
          {sent ? (
            <p role="status">Another link is on its way. Links that were sent before no longer work.</p>
          ) : (
            <button type="button" aria-disabled={busy} onClick={ask}>
              Send another link
            </button>
          )}
          <Failed message={error} />
        </>
      )}
    </section>
  )
}
