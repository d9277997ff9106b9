// Rules tried on what was verified: begun, followed, cancelled and read.
import { useState } from 'preact/hooks'
import { useMutation, useQuery } from '../api/hooks.js'
import {
  BacktestsDocument,
  type BacktestsQuery,
  CreateBacktestDocument,
  type CreateBacktestInput,
} from '../api/operations.generated.js'
import { counted, period, words } from '../format.js'
import { Pages } from '../parts/Pages.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { setUrl, useUrl } from '../url.js'
import { BacktestItem } from './BacktestItem.js'

interface BacktestsProps {
  /** The version that decides; 0 = none. */
  readonly live: number
  readonly hasDraft: boolean
}

export function Backtests({ live, hasDraft }: BacktestsProps) {
  const shown = useUrl('backtest')
  /** Cursors of the pages before the one shown. */
  const [pages, setPages] = useState<readonly string[]>([])
  const { data, error, reload } = useQuery(BacktestsDocument, { after: pages.at(-1) ?? null })
  const page = data?.backtests
  return (
    <Card title="Try rules on the past">
      <p class="soft">
        A backtest asks how rules would have decided what you have verified. It changes nothing, and goes on if you
        leave this page.
      </p>
      <NewBacktest
        key={String(hasDraft)}
        live={live}
        hasDraft={hasDraft}
        onBegun={(id) => {
          setUrl({ backtest: id }, { push: true })
          setPages([])
          reload()
        }}
      />
      <Failed message={error} />
      {shown !== undefined && <BacktestItem key={shown} id={shown} onEnded={reload} />}
      {page ? (
        <>
          {page.nodes.length === 0 ? (
            <Empty>Nothing was tried yet. Save a draft above, then try it on the last 30 days.</Empty>
          ) : (
            <Earlier backtests={page.nodes} shown={shown} />
          )}
          {(pages.length > 0 || page.pageInfo.hasNextPage) && (
            <Pages
              isFirst={pages.length === 0}
              next={page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined}
              onNewer={() => setPages(pages.slice(0, -1))}
              onOlder={(cursor) => setPages([...pages, cursor])}
            />
          )}
        </>
      ) : (
        error === undefined && <Loading />
      )}
    </Card>
  )
}

const DAY_MS = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

interface NewBacktestProps extends BacktestsProps {
  readonly onBegun: (id: string) => void
}

function NewBacktest({ live, hasDraft, onBegun }: NewBacktestProps) {
  const [rules, setRules] = useState<'DRAFT' | 'LIVE'>(hasDraft ? 'DRAFT' : 'LIVE')
  const [lists, setLists] = useState<'THEN' | 'NOW'>('THEN')
  const [from, setFrom] = useState(() => daysAgo(29))
  const [to, setTo] = useState('')
  const create = useMutation(CreateBacktestDocument)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const input: CreateBacktestInput = { rules, lists, from, ...(to !== '' && { to }) }
    const begun = (await create.run({ input }))?.createBacktest
    if (begun) onBegun(begun.id)
  }

  return (
    <form class="inline" onSubmit={submit}>
      <Select
        label="Rules"
        value={rules}
        options={[
          ...(hasDraft ? ([['DRAFT', 'the saved draft']] as const) : []),
          ['LIVE', live === 0 ? 'none, as now' : `version ${live}, which is live`],
        ]}
        onSelect={setRules}
      />
      <label>
        From <input type="date" required value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        to <input type="date" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
        <span class="soft">{to === '' && 'now'}</span>
      </label>
      <Select
        label="Lists"
        value={lists}
        options={[
          ['THEN', 'as they were'],
          ['NOW', 'as they are now'],
        ]}
        onSelect={setLists}
      />
      <button type="submit" class="primary" aria-disabled={create.busy}>
        Try them
      </button>
      <Failed message={create.error} />
    </form>
  )
}

interface EarlierProps {
  readonly backtests: NonNullable<BacktestsQuery['backtests']>['nodes']
  readonly shown: string | undefined
}

const Earlier = ({ backtests, shown }: EarlierProps) => (
  <ul class="earlier" aria-label="Backtests">
    {backtests.map(({ id, status, rulesVersion, from, to, createdAt, processed, changed }) => (
      <li key={id}>
        <a
          href={`?view=rules&backtest=${id}`}
          aria-current={id === shown ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            setUrl({ backtest: id }, { push: true })
          }}
        >
          {namedRules(rulesVersion)}, {period(from, to)}
        </a>{' '}
        <span class={`status ${status.toLowerCase()}`}>{words(status)}</span>{' '}
        <span class="soft">
          {counted(changed, 'change')} of {counted(processed, 'verification')}, <Time iso={createdAt} />
        </span>
      </li>
    ))}
  </ul>
)

/** What was tried. @param version null for a draft, 0 for none */
function namedRules(version: number | null): string {
  if (version === null) return 'Draft'
  return version === 0 ? 'No rules' : `Version ${version}`
}
