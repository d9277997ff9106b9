// The table of an account's keys.
import type { KeyFieldsFragment } from '../api/operations.generated.js'
import { words } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Scrollable } from '../parts/parts.js'
import { Time } from '../parts/Time.js'

interface KeyTableProps {
  readonly keys: readonly KeyFieldsFragment[]
  readonly busy: boolean
  /** Whether this page uses the key. */
  readonly isInUse: (key: KeyFieldsFragment) => boolean
  readonly onRotate: (key: KeyFieldsFragment) => void
  readonly onRevoke: (id: string) => void
}

export const KeyTable = ({ keys, ...actions }: KeyTableProps) => (
  <Scrollable label="API keys">
    <table class="stacked">
      <thead>
        <tr>
          <th>Key</th>
          <th>Name</th>
          <th>May do</th>
          <th>From</th>
          <th>Last used</th>
          <th>Created</th>
          <th>Expires</th>
          <th>
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} row={key} {...actions} />
        ))}
      </tbody>
    </table>
  </Scrollable>
)

type RowProps = Omit<KeyTableProps, 'keys'> & { readonly row: KeyFieldsFragment }

function Row({ row, busy, isInUse, onRotate, onRevoke }: RowProps) {
  const own = isInUse(row)
  const { id, masked, name, sandbox, publishable, scopes, networks, origins, lastUsedAt, createdAt, expiresAt } = row
  return (
    <tr>
      <td data-label="Key">
        <code>{masked}</code>
        {sandbox && <span class="soft"> sandbox</span>}
        {own && <span class="soft"> used by this page</span>}
      </td>
      <td data-label="Name" class="name">
        {name ?? '–'}
      </td>
      <td data-label="May do">{publishable ? 'check, from pages' : scopes.map(words).join(', ')}</td>
      <td data-label="From" class="name from">
        {[...origins, ...networks].join(', ') || 'anywhere'}
      </td>
      <td data-label="Last used" class="whole">
        {lastUsedAt ? <Time iso={lastUsedAt} /> : 'never'}
      </td>
      <td data-label="Created" class="whole">
        <Time iso={createdAt} />
      </td>
      <td data-label="Expires" class="whole">
        {expiresAt ? <Time iso={expiresAt} /> : 'never'}
      </td>
      <td>
        <div class="actions">
          <Confirm
            label="Rotate"
            kind="neutral"
            question={
              own
                ? 'A new key with the same limits; this one ends in 24 hours.'
                : 'A new key with the same limits; this one stays until you revoke it.'
            }
            busy={busy}
            onConfirm={() => onRotate(row)}
          />
          <Confirm
            label="Revoke"
            question={
              own
                ? 'Programs that use this key, and this page, will be refused.'
                : 'Programs that use this key will be refused.'
            }
            busy={busy}
            onConfirm={() => onRevoke(id)}
          />
        </div>
      </td>
    </tr>
  )
}
