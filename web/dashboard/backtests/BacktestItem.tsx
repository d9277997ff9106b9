// One backtest: its progress while it runs, and what it has found.
import { useEffect, useState } from 'preact/hooks'
import { useMutation, useQuery, useServiceState, useSubscription } from '../api/hooks.js'
import {
  type BacktestFieldsFragment,
  BacktestProgressDocument,
  BacktestSummaryDocument,
  CancelBacktestDocument,
} from '../api/operations.generated.js'
import { counted, number, percent, period, words } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Empty, Failed, Loading } from '../parts/parts.js'
import { Matrix } from './Matrix.js'
import { Details } from './Result.js'

/** How often a backtest is loaded again while its progress does not arrive by itself. */
const POLL_MS = 5_000

interface BacktestItemProps {
  readonly id: string
  readonly onEnded: () => void
}

export function BacktestItem({ id, onEnded }: BacktestItemProps) {
  const { live: isConnected } = useServiceState()
  const { data, error, reload } = useQuery(BacktestSummaryDocument, { id })
  const [live, setLive] = useState<BacktestFieldsFragment>()
  const loaded = data?.backtest ?? undefined
  const isEnded = (backtest: BacktestFieldsFragment | undefined) => backtest !== undefined && backtest.endedAt !== null
  const isStale = live === undefined || (loaded !== undefined && live.processed < loaded.processed)
  const backtest = isEnded(loaded) || isStale ? loaded : live

  const interrupted = useSubscription(
    BacktestProgressDocument,
    { id },
    ({ backtestProgress }) => {
      setLive(backtestProgress)
      if (!isEnded(backtestProgress)) return
      reload()
      onEnded()
    },
    { skip: loaded === undefined || isEnded(loaded) },
  )
  const mustPoll = backtest !== undefined && !isEnded(backtest) && (!isConnected || interrupted !== undefined)
  useEffect(() => {
    if (!mustPoll) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [mustPoll, reload])

  if (!backtest) {
    if (error !== undefined) return <Failed message={error} />
    return data === undefined ? <Loading /> : <Empty>There is no such backtest in this account.</Empty>
  }
  return (
    <article class="backtest" aria-label="The backtest">
      <p>
        <span class={`status ${backtest.status.toLowerCase()}`}>{words(backtest.status)}</span> {periodOf(backtest)}
      </p>
      {backtest.error && <p class="failed">{backtest.error}</p>}
      {!isEnded(backtest) && <Running backtest={backtest} interrupted={interrupted} reload={reload} />}
      {backtest.processed === 0 ? (
        isEnded(backtest) && (
          <Empty>Nothing was verified in this period, so there is nothing to try the rules on.</Empty>
        )
      ) : (
        <>
          <Summary backtest={backtest} />
          <Matrix decisions={backtest.result.decisions} />
          {isEnded(backtest) && <Details id={id} />}
        </>
      )}
    </article>
  )
}

const periodOf = ({ from, to, lists }: BacktestFieldsFragment): string =>
  `${period(from, to)}, ${lists === 'THEN' ? 'with the lists of the time' : 'with the lists as they were at the request'}`

interface RunningProps {
  readonly backtest: BacktestFieldsFragment
  readonly interrupted: string | undefined
  readonly reload: () => void
}

function Running({ backtest: { id, processed, total }, interrupted, reload }: RunningProps) {
  const cancel = useMutation(CancelBacktestDocument)
  return (
    <>
      <label class="progress">
        {number(processed)} of about {number(Math.max(total, processed))} verifications
        <progress max={Math.max(1, total, processed)} value={processed} />
      </label>
      <Confirm
        label="Cancel the backtest"
        question="What has been counted so far is kept."
        busy={cancel.busy}
        onConfirm={async () => {
          await cancel.run({ input: { id } })
          reload()
        }}
      />
      <Failed message={cancel.error ?? interrupted} />
    </>
  )
}

function Summary({ backtest }: { readonly backtest: BacktestFieldsFragment }) {
  const { processed, changed, undecided, unrecorded } = backtest
  const notes = [
    undecided > 0 && `of ${number(undecided)} it cannot be known, because they depend on what was not recorded`,
    unrecorded > 0 && `of ${number(unrecorded)} it was not recorded what was decided`,
  ].filter((note) => note !== false)
  return (
    <p>
      <strong class="big">{number(changed)}</strong> of {counted(processed, 'verification')} (
      {percent(changed / processed)}) would be decided otherwise{notes.length > 0 && `; ${notes.join('; ')}`}.
    </p>
  )
}
