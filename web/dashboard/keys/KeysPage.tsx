import { useState } from 'preact/hooks'
import { useMutation, useQuery, useSession } from '../api/hooks.js'
import {
  GenerateKeyDocument,
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
} from '../api/operations.generated.js'
import { day, moment } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Card, Failed, Loading, Scrollable } from '../parts/parts.js'
import { Secret } from '../parts/Secret.js'
import { NewKey } from './NewKey.js'

/** The account's keys: made, shown once, revoked. */
export function KeysPage() {
  const { data, error, reload } = useQuery(KeysDocument, {})
  const generate = useMutation(GenerateKeyDocument)
  const revoke = useMutation(RevokeKeyDocument)
  const [made, setMade] = useState<string>()
  const keys = data?.me?.keys

  return (
    <Card title="API keys">
      <NewKey
        busy={generate.busy}
        onCreate={async (input) => {
          const result = await generate.run({ input })
          if (!result?.generateKey) return false
          setMade(result.generateKey.apiKey)
          reload()
          return true
        }}
      />
      <Failed message={generate.error ?? revoke.error ?? error} />
      {made !== undefined && <NewSecret apiKey={made} />}
      {keys ? (
        <KeyTable
          keys={keys}
          busy={revoke.busy}
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

const NewSecret = ({ apiKey }: { apiKey: string }) => (
  <Secret label="The new key." text={apiKey}>
    <pre tabIndex={0}>
      <code>{`curl -s ${location.origin}/v1/verify -H 'X-API-Key: ${apiKey}' \\
  -H 'Content-Type: application/json' -d '{"email":"someone@gmail.com"}'`}</code>
    </pre>
  </Secret>
)

interface KeyTableProps {
  readonly keys: readonly KeyFieldsFragment[]
  readonly busy: boolean
  readonly onRevoke: (id: string) => void
}

function KeyTable({ keys, busy, onRevoke }: KeyTableProps) {
  const { key: own = '' } = useSession()
  const isInUse = ({ masked }: KeyFieldsFragment): boolean => own.startsWith(masked.replace('…', ''))
  return (
    <Scrollable label="API keys">
      <table class="stacked">
        <thead>
          <tr>
            <th>Key</th>
            <th>Name</th>
            <th>Kind</th>
            <th>Last used</th>
            <th>Created (UTC)</th>
            <th>Expires (UTC)</th>
            <th>
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td data-label="Key">
                <code>{key.masked}</code>
                {isInUse(key) && <span class="soft"> used by this page</span>}
              </td>
              <td data-label="Name" class="name">
                {key.name ?? '–'}
              </td>
              <td data-label="Kind">{key.sandbox ? 'sandbox' : 'live'}</td>
              <td data-label="Last used" class="whole">
                {key.lastUsedAt ? moment(key.lastUsedAt) : 'never'}
              </td>
              <td data-label="Created (UTC)" class="whole">
                {day(key.createdAt)}
              </td>
              <td data-label="Expires (UTC)" class="whole">
                {key.expiresAt ? day(key.expiresAt) : 'never'}
              </td>
              <td>
                <Confirm
                  label="Revoke"
                  question={
                    isInUse(key)
                      ? 'Programs that use this key, and this page, will be refused.'
                      : 'Programs that use this key will be refused.'
                  }
                  busy={busy}
                  onConfirm={() => onRevoke(key.id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
