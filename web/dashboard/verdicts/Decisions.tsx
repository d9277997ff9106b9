import { useState } from 'preact/hooks'
import { useQuery } from '../api/hooks.js'
import { DecisionsDocument, type DecisionsQuery, type DecisionsQueryVariables } from '../api/operations.generated.js'
import { words } from '../format.js'
import { Pages } from '../parts/Pages.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { KeptAddresses } from './KeptAddresses.js'

const PAGE = 20

const DECISIONS = [
  ['', 'All'],
  ['ALLOW', 'Allow'],
  ['REVIEW', 'Review'],
  ['DENY', 'Deny'],
] as const

/** What a decision can be found by. */
const FIELDS = [
  ['email', 'Address'],
  ['domain', 'Domain'],
  ['requestId', 'Request ID'],
  ['rule', 'Rule'],
] as const

type Filter = Pick<DecisionsQueryVariables, 'decision' | 'domain' | 'requestId' | 'email' | 'rule'>

/** The decisions of single verifications and synchronous batches, newest first. */
export function Decisions() {
  const [filter, setFilter] = useState<Filter>({})
  /** Cursors of the pages before the one shown. */
  const [pages, setPages] = useState<readonly string[]>([])
  const after = pages.at(-1)
  const { data, error } = useQuery(DecisionsDocument, { first: PAGE, ...filter, ...(after && { after }) })
  const search = (next: Filter): void => {
    setPages([])
    setFilter(next)
  }
  const select = (
    <Select
      label="Decision"
      value={filter.decision ?? ''}
      options={DECISIONS}
      onSelect={(decision) => {
        const { decision: _, ...rest } = filter
        search(decision === '' ? rest : { ...rest, decision })
      }}
    />
  )
  return (
    <Card title="Decisions of the last 30 days" tools={select}>
      <Search onSearch={(found) => search({ ...(filter.decision && { decision: filter.decision }), ...found })} />
      <Failed message={error} />
      {data?.decisions ? (
        <Page
          page={data.decisions}
          isFirst={pages.length === 0}
          isFiltered={Object.keys(filter).length > 0}
          onNewer={() => setPages(pages.slice(0, -1))}
          onOlder={(cursor) => setPages([...pages, cursor])}
        />
      ) : (
        error === undefined && <Loading />
      )}
      <KeptAddresses />
    </Card>
  )
}

/** The address is sent in the body of the request, and not kept. */
function Search({ onSearch }: { readonly onSearch: (filter: Filter) => void }) {
  return (
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const given = FIELDS.map(([name]) => [name, String(form.get(name) ?? '').trim()] as const)
        onSearch(Object.fromEntries(given.filter(([, value]) => value !== '')))
      }}
    >
      {FIELDS.map(([name, label]) => (
        <label key={name}>
          {label} <input name={name} type="text" autocomplete="off" spellcheck={false} />
        </label>
      ))}
      <button type="submit">Search</button>
    </form>
  )
}

type DecisionPage = NonNullable<DecisionsQuery['decisions']>
type Decision = DecisionPage['edges'][number]['node']

interface PageProps {
  readonly page: DecisionPage
  readonly isFirst: boolean
  readonly isFiltered: boolean
  readonly onNewer: () => void
  readonly onOlder: (cursor: string) => void
}

function Page({ page: { edges, pageInfo }, isFirst, isFiltered, onNewer, onOlder }: PageProps) {
  const { hasNextPage, endCursor } = pageInfo
  return (
    <>
      {edges.length === 0 && (
        <Empty>
          {hasNextPage
            ? 'Nothing matches in this part of the log; go on with older decisions.'
            : isFiltered
              ? 'No decision matches. Addresses are found if they were verified one at a time; rows of jobs are in their results.'
              : 'Nothing was decided in these days. Each address that is verified by itself appears here, with its reasons.'}
        </Empty>
      )}
      {edges.map(({ node }) => (
        <DecisionItem key={node.id} decision={node} />
      ))}
      <Pages isFirst={isFirst} next={hasNextPage ? endCursor : undefined} onNewer={onNewer} onOlder={onOlder} />
    </>
  )
}

/** The deciding reason, unless there is nothing against the address. */
const why = (reasons: Decision['reasons']): string => {
  const [first] = reasons ?? []
  return first === undefined || first === 'deliverable' ? '' : words(first)
}

function DecisionItem({ decision: made }: { readonly decision: Decision }) {
  const { at, requestId, api, domain, address, status, reason, decision, action, rule, rulesVersion } = made
  const { reasons, route, suggestion, lists, today } = made
  const facts = [
    ...(rule === null
      ? []
      : [
          [
            'Rule',
            `${rule}${rulesVersion > 0 ? `, version ${rulesVersion}` : ''}: ${words(action ?? 'unknown')}`,
          ] as const,
        ]),
    ['Default', decision === null ? 'not recorded' : words(decision)],
    ['Status', reason === null ? status : `${status} (${words(reason)})`],
    ['Reasons', reasons ? reasons.map(words).join(', ') : 'not recorded'],
    ['Route', route === null ? 'not recorded' : words(route)],
    ['Suggestion', suggestion ?? 'none'],
    ['Lists', lists ?? 'not recorded'],
    ['Operation', words(api)],
    ['Request ID', requestId],
    [
      'Today',
      today
        ? `${words(today.decision)} (${today.reasons.map(words).join(', ')})`
        : 'cannot be known without the address',
    ],
  ] as const
  const decided = action ?? decision
  return (
    <details class="delivery decision">
      <summary>
        <span class="line">
          <span class={`status ${(decided ?? 'unknown').toLowerCase()}`}>
            {decided ? words(decided) : 'not recorded'}
          </span>
          {domain !== null && <code>{address ?? domain}</code>}
          <span class="soft">{rule === null ? why(reasons) : `by ${rule}`}</span>
          {today && decision && today.decision !== decision && <strong> today: {words(today.decision)}</strong>}
          <Time iso={at} />
        </span>
      </summary>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">
        Today’s decision is by today’s lists; the route and the local part count as they were, because no address is
        stored whole.
      </p>
    </details>
  )
}
