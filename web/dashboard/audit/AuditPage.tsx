// Who changed what in the account, and with which key: the audit log, filtered and paged.
import { useState } from 'preact/hooks'
import { useQuery, useSession } from '../api/hooks.js'
import {
  AuditDocument,
  type AuditKind,
  type AuditQuery,
  type KeyFieldsFragment,
  KeysDocument,
} from '../api/operations.generated.js'
import { words } from '../format.js'
import { Pages } from '../parts/Pages.js'
import { Card, Empty, Failed, Loading, Scrollable, Select } from '../parts/parts.js'
import { Time } from '../parts/Time.js'

const PAGE = 20

const KINDS = Object.keys({
  KEY_CREATED: true,
  KEY_REVOKED: true,
  WEBHOOK_CREATED: true,
  WEBHOOK_CHANGED: true,
  WEBHOOK_SECRET_ROTATED: true,
  WEBHOOK_DISABLED: true,
  WEBHOOK_ENABLED: true,
  WEBHOOK_DELETED: true,
  RULES_DRAFT_CHANGED: true,
  RULES_ACTIVATED: true,
  RULES_ROLLED_BACK: true,
  LIST_CHANGED: true,
  BATCH_SUBMITTED: true,
  BATCH_CANCELLED: true,
  BATCH_DELETED: true,
  PLAN_CHANGED: true,
  LIMITS_CHANGED: true,
  ADDRESS_KEEPING_CHANGED: true,
  ACCOUNT_CREATED: true,
} satisfies { readonly [kind in AuditKind]: true }) as readonly AuditKind[]

/** Who changed what in the account, and with which key. */
export function AuditPage() {
  const { sandbox } = useSession()
  if (sandbox)
    return (
      <Empty>
        This is a sandbox key, which may be known to anybody, so it sees no changes. Enter a live key to see them.
      </Empty>
    )
  return <Audit />
}

function Audit() {
  const [kind, setKind] = useState<AuditKind | ''>('')
  const [key, setKey] = useState('')
  /** Cursors of the pages before the one shown. */
  const [pages, setPages] = useState<readonly string[]>([])
  const keys = useQuery(KeysDocument, {}).data?.me?.keys ?? []
  const after = pages.at(-1)
  const filter = { ...(kind !== '' && { kind }), ...(key !== '' && { key }) }
  const { data, error } = useQuery(AuditDocument, { first: PAGE, ...filter, ...(after && { after }) })
  const tools = (
    <div class="inline">
      <Select
        label="Change"
        value={kind}
        options={[['', 'All'], ...KINDS.map((each) => [each, words(each)] as const)]}
        onSelect={(value) => {
          setPages([])
          setKind(value)
        }}
      />
      <Select
        label="Key"
        value={key}
        options={[['', 'All'], ...keys.map((each) => [each.id, nameOf(each)] as const)]}
        onSelect={(value) => {
          setPages([])
          setKey(value)
        }}
      />
    </div>
  )
  const page = data?.audit
  return (
    <Card title="Audit log" tools={tools}>
      <Failed message={error} />
      {page ? (
        <>
          {page.edges.length === 0 ? (
            <Empty>
              Nothing matches. Every change of keys, webhooks, rules, lists and batches appears here with the key that
              made it; verifications are in the <a href="?view=verdicts">verdicts</a>.
            </Empty>
          ) : (
            <Entries entries={page.edges.map(({ node }) => node)} keys={keys} />
          )}
          <Pages
            isFirst={pages.length === 0}
            next={page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined}
            onNewer={() => setPages(pages.slice(0, -1))}
            onOlder={(cursor) => setPages([...pages, cursor])}
          />
        </>
      ) : (
        error === undefined && <Loading />
      )}
    </Card>
  )
}

type Entry = NonNullable<AuditQuery['audit']>['edges'][number]['node']

const nameOf = ({ name, masked }: KeyFieldsFragment): string => (name === null ? masked : `${name} (${masked})`)

interface EntriesProps {
  readonly entries: readonly Entry[]
  readonly keys: readonly KeyFieldsFragment[]
}

function Entries({ entries, keys }: EntriesProps) {
  /** A key by its name if it still exists. */
  const keyName = (id: string): string => {
    const known = keys.find((key) => key.id === id)
    return known ? nameOf(known) : `…${id.slice(-5)}`
  }
  /** A key that was created has its mask in the detail. */
  const subjectOf = ({ kind, subject }: Entry): string | undefined => {
    if (subject === null) return undefined
    if (kind === 'KEY_CREATED') return keys.find(({ id }) => id === subject)?.name ?? undefined
    return kind === 'KEY_REVOKED' ? keyName(subject) : subject
  }
  const actorOf = ({ actor, key }: Entry): string =>
    key !== null ? keyName(key) : actor === 'ACCOUNT' ? '–' : words(actor)
  return (
    <Scrollable label="Audit log">
      <table class="stacked">
        <thead>
          <tr>
            <th>When</th>
            <th>Change</th>
            <th>What</th>
            <th>By</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} title={`Request ${entry.requestId}`}>
              <td data-label="When" class="whole">
                <Time iso={entry.at} />
              </td>
              <td data-label="Change">{words(entry.kind)}</td>
              <td data-label="What" class="name">
                <span>
                  {entry.detail ?? (subjectOf(entry) === undefined && '–')} <span class="soft">{subjectOf(entry)}</span>
                </span>
              </td>
              <td data-label="By" class="name">
                {actorOf(entry)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
