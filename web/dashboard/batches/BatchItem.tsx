import { useEffect, useState } from 'preact/hooks'
import { useMutation, useServiceState, useSubscription } from '../api/hooks.js'
import {
  type BatchFieldsFragment,
  BatchProgressDocument,
  type BatchStatus,
  CancelBatchDocument,
} from '../api/operations.generated.js'
import { counted, number, words } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Doughnut } from '../parts/Doughnut.js'
import { Failed } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { Results } from './Results.js'

const ENDED: readonly BatchStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED']
const isEnded = ({ status }: BatchFieldsFragment): boolean => ENDED.includes(status)

const DOWNLOADS = ['deliverable', 'risky', 'invalid', 'unknown'] as const

/** How often a batch is loaded again while its progress does not arrive by itself. */
const POLL_MS = 5_000

interface BatchItemProps {
  readonly batch: BatchFieldsFragment
  /** Loads the batch again. */
  readonly reload: () => void
}

/** A batch; while it runs, its numbers follow the subscription. */
export function BatchItem({ batch: listed, reload }: BatchItemProps) {
  const { live: isConnected } = useServiceState()
  const [live, setLive] = useState<BatchFieldsFragment>()
  const isStale = live === undefined || live.processed < listed.processed
  const batch = isEnded(listed) || isStale ? listed : live
  const cancel = useMutation(CancelBatchDocument)

  const interrupted = useSubscription(
    BatchProgressDocument,
    { id: listed.id },
    ({ batchProgress }) => {
      setLive(batchProgress)
      if (isEnded(batchProgress)) reload()
    },
    { skip: isEnded(listed) },
  )
  const mustPoll = !isEnded(batch) && (!isConnected || interrupted !== undefined)
  useEffect(() => {
    if (!mustPoll) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [mustPoll, reload])

  return (
    <article class="batch" aria-label={`Batch ${batch.id}`}>
      <p>
        <span class={`status ${batch.status.toLowerCase()}`}>{words(batch.status)}</span> <Time iso={batch.createdAt} />{' '}
        {batch.file?.name && <strong>{batch.file.name}</strong>} <code class="id">{batch.id}</code>
      </p>
      {batch.failure && <p class="failed">{batch.failure}</p>}
      {batch.file?.warning && <p class="notice">{batch.file.warning}</p>}
      {batch.file?.notice && <p class="notice">{batch.file.notice}</p>}
      {batch.file?.remarks?.map((remark) => (
        <p key={remark} class="soft">
          {remark}
        </p>
      ))}
      {isEnded(batch) ? (
        <>
          <Ended batch={batch} />
          <Confirm
            label="Delete files and results"
            question="They cannot be restored. What was charged stays."
            busy={cancel.busy}
            onConfirm={async () => {
              await cancel.run({ input: { id: batch.id, expect: 'ENDED' } })
              reload()
            }}
          />
          <Failed message={cancel.error} />
        </>
      ) : (
        <>
          <label class="progress">
            {number(batch.processed)} of {number(batch.total)} rows
            <progress max={batch.total} value={batch.processed} />
          </label>
          <Confirm
            label="Cancel batch"
            question="Rows that were not verified yet will have no verdict."
            busy={cancel.busy}
            onConfirm={async () => {
              await cancel.run({ input: { id: batch.id, expect: 'IN_PROGRESS' } })
              reload()
            }}
          />
          <Failed message={cancel.error ?? interrupted} />
        </>
      )}
    </article>
  )
}

function Ended({ batch }: { batch: BatchFieldsFragment }) {
  const { valid, invalid, unknown, total, processed, disposable, role, charged, mistyped, duplicates, downloadUrl } =
    batch
  const slices = [
    { name: 'valid', count: valid, kind: 'good' as const },
    { name: 'invalid', count: invalid, kind: 'bad' as const },
    { name: 'unknown', count: unknown, kind: 'warn' as const },
    ...(processed < total ? [{ name: 'not verified', count: total - processed, kind: 'rest' as const }] : []),
  ]
  return (
    <div class="ended">
      <Doughnut slices={slices} label={`${valid} valid, ${invalid} invalid, ${unknown} unknown`} />
      <div>
        <p class="soft">
          Deliverable: {number(batch.deliverable)}. Risky: {number(batch.risky)}. Charged: {number(charged)}.
          Disposable: {number(disposable)}. Role addresses: {number(role)}. Mistyped: {number(mistyped)}.
          {typeof duplicates === 'number' && ` Duplicates: ${number(duplicates)}.`}
        </p>
        {batch.nextStep && <p>{batch.nextStep}</p>}
        {downloadUrl && <Downloads path={pathOf(downloadUrl)} batch={batch} />}
        <Results batch={batch.id} />
      </div>
    </div>
  )
}

/** The link names the service as it is known outside, which may not be this page's origin. */
const pathOf = (url: string): string => url.slice(new URL(url).origin.length)

const Downloads = ({ path, batch }: { path: string; batch: BatchFieldsFragment }) => (
  <p class="downloads">
    <a class="button" href={path} download>
      Download all
    </a>
    {DOWNLOADS.map((only) => (
      <a key={only} class="button" href={`${path}&only=${only}`} title={counted(batch[only], 'row')} download>
        {only}
      </a>
    ))}
    {typeof batch.duplicates === 'number' && (
      <a class="button" href={`${path}&only=unique`} download>
        one row per person
      </a>
    )}
  </p>
)
