import { useState } from 'preact/hooks'
import type { GenerateKeyInput } from '../api/operations.generated.js'

interface NewKeyProps {
  readonly busy: boolean
  /** Resolves to whether the key was made. */
  readonly onCreate: (input: GenerateKeyInput) => Promise<boolean>
}

/** The form for a new key. */
export function NewKey({ busy, onCreate }: NewKeyProps) {
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  const [sandbox, setSandbox] = useState(false)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const input = {
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(days !== '' && { expiresInDays: Number(days) }),
      ...(sandbox && { sandbox }),
    }
    if (!(await onCreate(input))) return
    setName('')
    setDays('')
    setSandbox(false)
  }

  return (
    <form class="inline" onSubmit={submit}>
      <label>
        Name <input value={name} maxLength={100} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        Expires after (days){' '}
        <input
          type="number"
          min={1}
          max={3650}
          value={days}
          placeholder="never"
          onInput={(event) => setDays(event.currentTarget.value)}
        />
      </label>
      <label>
        <input type="checkbox" checked={sandbox} onChange={(event) => setSandbox(event.currentTarget.checked)} />{' '}
        Sandbox
      </label>
      <button type="submit" class="primary" aria-disabled={busy}>
        Create a key
      </button>
    </form>
  )
}
