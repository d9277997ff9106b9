import { useState } from 'preact/hooks'
import { CreateAccountDocument, MeDocument } from './api/operations.generated.js'
import { ServiceGone, sendOperation } from './api/request.js'
import { Failed, Secret } from './parts/parts.js'

interface SignInProps {
  /** Why the last key was forgotten. */
  readonly reason: string | undefined
  readonly onKey: (key: string, isKept: boolean) => void
}

const messageOf = (error: unknown): string =>
  error instanceof ServiceGone ? 'The service does not answer. Try again in a moment.' : (error as Error).message

/** Asks for a key, checks it, and offers a new account to those who have none. */
export function SignIn({ reason, onKey }: SignInProps) {
  const [key, setKey] = useState('')
  const [isKept, setIsKept] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await sendOperation(MeDocument, {}, key.trim())
      onKey(key.trim(), isKept)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section class="card sign-in">
      <form class="inline" onSubmit={submit}>
        <label class="wide">
          API key{' '}
          <input
            type="password"
            required
            autocomplete="off"
            spellcheck={false}
            value={key}
            placeholder="mpk_… or mpt_…"
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <label>
          <input type="checkbox" checked={isKept} onChange={(event) => setIsKept(event.currentTarget.checked)} /> Keep
          it until this tab is closed
        </label>
        <button type="submit" class="primary" aria-disabled={busy}>
          Use this key
        </button>
      </form>
      <Failed message={error ?? reason} />
      <p class="soft">
        The pool is public. With a key, this page also shows your usage, batches, keys and webhooks, and the pool's
        past.
      </p>
      <NewAccount onKey={onKey} />
    </section>
  )
}

function NewAccount({ onKey }: Pick<SignInProps, 'onKey'>) {
  const [email, setEmail] = useState('')
  const [made, setMade] = useState<string>()
  const [error, setError] = useState<string>()

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    setError(undefined)
    await sendOperation(CreateAccountDocument, { input: { email: email.trim() } }, undefined).then(
      ({ createAccount }) => setMade(createAccount?.apiKey),
      (failure: unknown) => setError(messageOf(failure)),
    )
  }

  if (made !== undefined)
    return (
      <Secret label="Your first key." text={made}>
        <button type="button" class="primary" onClick={() => onKey(made, false)}>
          Continue with it
        </button>
      </Secret>
    )
  return (
    <details>
      <summary>No key yet? Create an account</summary>
      <form class="inline" onSubmit={submit}>
        <label class="wide">
          Your email address{' '}
          <input type="email" required value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
        </label>
        <button type="submit">Create</button>
      </form>
      <Failed message={error} />
    </details>
  )
}
