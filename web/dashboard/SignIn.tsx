import { useState } from 'preact/hooks'
import { useAction, useMutation } from './api/hooks.js'
import { CreateAccountDocument, MeDocument } from './api/operations.generated.js'
import { sendOperation } from './api/request.js'
import { Failed } from './parts/parts.js'
import { Secret } from './parts/Secret.js'

interface SignInProps {
  /** Why the last key was forgotten. */
  readonly reason: string | undefined
  readonly onKey: (key: string, isKept: boolean) => void
}

/** Asks for a key, checks it, and offers a new account to those who have none. */
export function SignIn({ reason, onKey }: SignInProps) {
  const [key, setKey] = useState('')
  const [isKept, setIsKept] = useState(false)
  const check = useAction((_, given: string) => sendOperation(MeDocument, {}, given))

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const given = key.trim()
    if (await check.run(given)) onKey(given, isKept)
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
        <button type="submit" class="primary" aria-disabled={check.busy}>
          Use this key
        </button>
      </form>
      <Failed message={check.error ?? reason} />
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
  const create = useMutation(CreateAccountDocument)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const result = await create.run({ input: { email: email.trim() } })
    if (result?.createAccount) setMade(result.createAccount.apiKey)
  }

  if (made !== undefined)
    return (
      <Secret label="Your first key." text={made}>
        <button type="button" class="primary" onClick={() => onKey(made, false)}>
          Continue with this key
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
        <button type="submit" aria-disabled={create.busy}>
          Create
        </button>
      </form>
      <Failed message={create.error} />
    </details>
  )
}
