// The account's allow and deny lists: what they hold, and all of their entries replaced at once.
import { useState } from 'preact/hooks'
import { useAction, useQuery, useSession } from '../api/hooks.js'
import { AccountListDocument, type AccountListQuery, type ListName } from '../api/operations.generated.js'
import { ApiError, sendRest } from '../api/request.js'
import { counted } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Pages } from '../parts/Pages.js'
import { Card, Failed, Loading } from '../parts/parts.js'
import { Time } from '../parts/Time.js'

const LISTS = [
  ['ALLOW', 'Allow list', 'It wins over everything that would not allow an address.'],
  ['DENY', 'Deny list', 'It denies before any rule is asked, unless a rule tests “in the deny list”.'],
] as const satisfies readonly (readonly [ListName, string, string])[]

export const Lists = () => (
  <div class="two">
    {LISTS.map(([kind, title, meaning]) => (
      <List key={kind} kind={kind} title={title} meaning={meaning} />
    ))}
  </div>
)

interface ListProps {
  readonly kind: ListName
  readonly title: string
  readonly meaning: string
}

function List({ kind, title, meaning }: ListProps) {
  /** Cursors of the pages before the one shown. */
  const [pages, setPages] = useState<readonly string[]>([])
  const { data, error, reload } = useQuery(AccountListDocument, { kind, cursor: pages.at(-1) ?? null })
  const list = data?.list
  return (
    <Card title={title}>
      <p class="soft">{meaning}</p>
      <Failed message={error} />
      {list ? <Content list={list} /> : error === undefined && <Loading />}
      {list && (pages.length > 0 || list.nextCursor !== null) && (
        <Pages
          isFirst={pages.length === 0}
          next={list.nextCursor}
          names={['Before', 'After']}
          onNewer={() => setPages(pages.slice(0, -1))}
          onOlder={(cursor) => setPages([...pages, cursor])}
        />
      )}
      <Replace
        kind={kind}
        title={title}
        onReplaced={() => {
          setPages([])
          reload()
        }}
      />
    </Card>
  )
}

function Content({ list }: { readonly list: NonNullable<AccountListQuery['list']> }) {
  const { domains, addresses, updatedAt, entries } = list
  if (updatedAt === null) return <p>It is empty.</p>
  return (
    <>
      <p>
        {counted(domains, 'domain')}, {counted(addresses, 'address', 'addresses')}. Replaced <Time iso={updatedAt} />.
        {addresses > 0 && ' Addresses are kept as hashes, so they cannot be shown.'}
      </p>
      {entries.length > 0 && (
        <ul class="entries">
          {entries.map((entry) => (
            <li key={entry}>
              <code>{entry}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const MAX_SHOWN = 20

interface ReplaceProps {
  readonly kind: ListName
  readonly title: string
  readonly onReplaced: () => void
}

/** Sends new entries, typed or from a file, which is read here. */
function Replace({ kind, title, onReplaced }: ReplaceProps) {
  const { key } = useSession()
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const putting = useAction((_, lines: readonly string[]) => put(kind, lines, key!))
  const [problems, setProblems] = useState<readonly string[]>([])
  const entries = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

  async function replace(): Promise<void> {
    setSaid('')
    setProblems([])
    const done = await putting.run(entries)
    if (!done) return
    if ('problems' in done) return setProblems(done.problems)
    setText('')
    setSaid('The list is replaced, and decides from the next request on.')
    onReplaced()
  }

  return (
    <details>
      <summary>Replace its entries</summary>
      <p>
        <label>
          Entries, one per line: addresses, domains, and <code>*.example.com</code> for all names below one
          <textarea
            class="code"
            rows={6}
            spellcheck={false}
            value={text}
            placeholder={'partner.example\njane@example.com'}
            onInput={(event) => {
              setText(event.currentTarget.value)
              setProblems([])
            }}
          />
        </label>
      </p>
      <p>
        <label>
          Or from a text file{' '}
          <input
            type="file"
            accept=".txt,.csv,text/*"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) setText(await file.text())
            }}
          />
        </label>
      </p>
      {problems.map((problem) => (
        <p key={problem} class="failed">
          {problem}
        </p>
      ))}
      <Failed message={putting.error ?? (problems.length > 0 ? 'The list was not replaced.' : undefined)} />
      <p>
        <Confirm
          label={entries.length === 0 ? `Empty the ${title.toLowerCase()}` : `Replace the ${title.toLowerCase()}`}
          question={
            entries.length === 0
              ? 'All its entries are removed.'
              : `All its entries are replaced by ${counted(entries.length, 'other', 'others')}.`
          }
          busy={putting.busy}
          onConfirm={replace}
        />{' '}
        <span role="status">{said}</span>
      </p>
    </details>
  )
}

/** Over REST, which accepts the largest lists. @returns what is wrong with which entry, if the list was refused */
async function put(kind: ListName, entries: readonly string[], key: string) {
  const request = {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ entries }),
  }
  try {
    return await sendRest<Record<string, never>>(`/v1/lists/${kind.toLowerCase()}`, request, key)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problems.length === 0) throw error
    return { problems: error.problems.slice(0, MAX_SHOWN).map((problem) => inWords(problem, entries)) }
  }
}

/** The entry, and what is wrong with it. */
function inWords({ path, message }: { readonly path: string; readonly message: string }, entries: readonly string[]) {
  const [, index] = /^\/entries\/(\d+)$/.exec(path) ?? []
  return index === undefined ? message : `${entries[Number(index)]} ${message}`
}
