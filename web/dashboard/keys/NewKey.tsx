// The form for a new key.
import { useState } from 'preact/hooks'
import type { GenerateKeyInput, KeyScope } from '../api/operations.generated.js'
import { Select } from '../parts/parts.js'

interface NewKeyProps {
  readonly busy: boolean
  /** Resolves to whether the key was made. */
  readonly onCreate: (input: GenerateKeyInput) => Promise<boolean>
}

/** The name of each scope, and whom it is for. */
const SCOPES: { readonly [scope in KeyScope]: readonly [name: string, meaning: string] } = {
  VERIFY: ['verify', 'Single addresses: what checks a form'],
  BULK: ['bulk', 'Lists, files and batches: a nightly job'],
  READ: ['read', 'Verdicts, usage and the pool: a report'],
  WEBHOOKS: ['webhooks', 'Webhooks, their secrets and deliveries'],
  RULES: ['rules', 'Rules and lists'],
  OUTCOMES: ['outcomes', 'Reports of what became of addresses: what sends your mail'],
  ADMIN: ['admin', 'Keys and the audit log'],
}

export const ALL_SCOPES = Object.keys(SCOPES) as readonly KeyScope[]

const KINDS = [
  ['secret', 'Secret, for servers'],
  ['publishable', 'Publishable, for pages'],
] as const

/** Addresses, networks or origins, separated by spaces, commas or lines. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '')

const EMPTY = { name: '', days: '', networks: '', origins: '', sandbox: false }

export function NewKey({ busy, onCreate }: NewKeyProps) {
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>('secret')
  const [scopes, setScopes] = useState(ALL_SCOPES)
  const [text, setText] = useState(EMPTY)
  const isPublishable = kind === 'publishable'

  const field = (name: 'name' | 'networks' | 'origins') => ({
    value: text[name],
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      setText({ ...text, [name]: event.currentTarget.value }),
  })

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const networks = listOf(text.networks)
    const input = {
      ...(text.name.trim() !== '' && { name: text.name.trim() }),
      ...(text.days !== '' && { expiresInDays: Number(text.days) }),
      ...(text.sandbox && { sandbox: true }),
      ...(networks.length > 0 && { networks }),
      ...(isPublishable && { publishable: true, origins: listOf(text.origins) }),
      // All of them without naming them: also those of later releases.
      ...(!isPublishable && scopes.length < ALL_SCOPES.length && { scopes: [...scopes] }),
    }
    if (!(await onCreate(input))) return
    setText(EMPTY)
    setScopes(ALL_SCOPES)
  }

  return (
    <form onSubmit={submit}>
      <div class="inline">
        <label>
          Name <input {...field('name')} maxLength={100} placeholder="nightly import" />
        </label>
        <Select label="Kind" value={kind} options={KINDS} onSelect={setKind} />
        <label>
          Expires after (days){' '}
          <input
            type="number"
            min={1}
            max={3650}
            value={text.days}
            placeholder="never"
            onInput={(event) => setText({ ...text, days: event.currentTarget.value })}
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={text.sandbox}
            onChange={(event) => setText({ ...text, sandbox: event.currentTarget.checked })}
          />{' '}
          Sandbox
        </label>
      </div>
      {isPublishable ? (
        <div class="inline">
          <label class="wide">
            Origins of the pages{' '}
            <input {...field('origins')} required placeholder="https://shop.example https://www.shop.example" />
          </label>
        </div>
      ) : (
        <div class="inline">
          <fieldset>
            <legend>May do</legend>
            {ALL_SCOPES.map((scope) => (
              <label key={scope} title={SCOPES[scope][1]}>
                <input
                  type="checkbox"
                  checked={scopes.includes(scope)}
                  onChange={({ currentTarget: { checked } }) =>
                    setScopes(ALL_SCOPES.filter((each) => (each === scope ? checked : scopes.includes(each))))
                  }
                />{' '}
                {SCOPES[scope][0]}
              </label>
            ))}
          </fieldset>
        </div>
      )}
      <div class="inline">
        <label class="wide">
          Only from networks <input {...field('networks')} placeholder="anywhere, or 203.0.113.0/24 2001:db8::/32" />
        </label>
        <button type="submit" class="primary" aria-disabled={busy} disabled={!isPublishable && scopes.length === 0}>
          Create a key
        </button>
      </div>
    </form>
  )
}
