// The account's keys: made, shown once, rotated and revoked.
import { useState } from 'preact/hooks'
import { useMutation, useQuery, useSession } from '../api/hooks.js'
import {
  GenerateKeyDocument,
  type GenerateKeyInput,
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
} from '../api/operations.generated.js'
import { Copyable } from '../parts/Copyable.js'
import { Card, Failed, Loading } from '../parts/parts.js'
import { Secret } from '../parts/Secret.js'
import { KeyTable } from './KeyTable.js'
import { ALL_SCOPES, NewKey } from './NewKey.js'

/** A key that was just made, and what to say about the one before. */
interface Made {
  readonly text: string
  readonly publishable: boolean
  readonly note?: string
}

export function KeysPage() {
  const { data, error, reload } = useQuery(KeysDocument, {})
  const { key: own = '' } = useSession()
  const generate = useMutation(GenerateKeyDocument)
  const revoke = useMutation(RevokeKeyDocument)
  const [made, setMade] = useState<Made>()
  const keys = data?.me?.keys
  const isInUse = ({ masked }: KeyFieldsFragment): boolean => own.startsWith(masked.replace('…', ''))

  async function create(input: GenerateKeyInput, note?: string): Promise<boolean> {
    const result = await generate.run({ input })
    if (!result?.generateKey) return false
    const { apiKey: text, key } = result.generateKey
    setMade({ text, publishable: key.publishable, ...(note !== undefined && { note }) })
    reload()
    return true
  }

  /** Another key with the same limits. The one that this page uses ends by itself; the others are revoked by hand. */
  function rotate(key: KeyFieldsFragment): Promise<boolean> {
    const { expiresInDays, ...limits } = limitsOf(key)
    if (!isInUse(key))
      return create({ ...limits, expiresInDays }, `Put it in place of ${key.masked}, then revoke that one.`)
    // A limited key makes none that ends later than itself, and without a lifetime one that ends with it.
    const isLimited = key.networks.length > 0 || key.scopes.length < ALL_SCOPES.length
    return create(
      { ...limits, ...(!isLimited && { expiresInDays }), revokeCurrentAfterS: DAY_S },
      'The key that this page uses works for 24 hours more.',
    )
  }

  return (
    <Card title="API keys">
      <p class="soft">
        Give everybody, and every program, a key of its own that may do no more than it must:{' '}
        <a href="/docs/guides/keys">keys to hand out</a>.
      </p>
      <NewKey busy={generate.busy} onCreate={create} />
      <Failed message={generate.error ?? revoke.error ?? error} />
      {made !== undefined && <NewSecret key={made.text} made={made} />}
      {keys ? (
        <KeyTable
          keys={keys}
          busy={revoke.busy || generate.busy}
          isInUse={isInUse}
          onRotate={rotate}
          onRevoke={async (id) => {
            await revoke.run({ input: { id } })
            reload()
          }}
        />
      ) : (
        error === undefined && <Loading />
      )}
    </Card>
  )
}

const DAY_S = 86_400

/** What a key may do, from where and for how long, as the next one is asked for. */
function limitsOf(key: KeyFieldsFragment): GenerateKeyInput {
  const { name, sandbox, publishable, scopes, networks, origins, expiresInDays } = key
  return {
    ...(name !== null && { name }),
    ...(expiresInDays !== null && { expiresInDays }),
    sandbox,
    ...(networks.length > 0 && { networks }),
    ...(publishable ? { publishable, origins } : { scopes }),
  }
}

const NewSecret = ({ made: { text, publishable, note } }: { readonly made: Made }) => (
  <Secret label="The new key." text={text}>
    {note && <p>{note}</p>}
    {publishable ? (
      <>
        <p>
          <a href="/docs/guides/widget">The widget</a> for the forms of a page:
        </p>
        <Copyable block text={`<script src="${location.origin}/widget.js" data-key="${text}" defer></script>`} />
      </>
    ) : (
      <Copyable
        block
        text={`curl -s ${location.origin}/v1/verify -H 'X-API-Key: ${text}' \\
  -H 'Content-Type: application/json' -d '{"email":"someone@gmail.com"}'`}
      />
    )}
  </Secret>
)
