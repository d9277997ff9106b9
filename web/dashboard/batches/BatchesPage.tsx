import { useQuery, useSession } from '../api/hooks.js'
import { BatchesDocument, type BatchStatus } from '../api/operations.generated.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { setUrl, useUrl } from '../url.js'
import { BatchItem } from './BatchItem.js'
import { Upload } from './Upload.js'

const STATUSES: readonly (readonly [BatchStatus | '', string])[] = [
  ['', 'all'],
  ['PENDING', 'waiting'],
  ['PROCESSING', 'running'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
]

/** Lists that are verified: dropped, watched, cancelled, downloaded. */
export function BatchesPage() {
  const { sandbox } = useSession()
  const given = useUrl('status')
  const after = useUrl('after') ?? null
  const status = STATUSES.find(([value]) => value === given)?.[0] ?? ''
  const { data, error, reload } = useQuery(BatchesDocument, { status: status || null, after })
  const batches = data?.batches
  const select = (
    <Select
      label="Status"
      value={status}
      options={STATUSES}
      onSelect={(value) => setUrl({ status: value || undefined, after: undefined })}
    />
  )

  return (
    <>
      <Card title="Verify a list">
        {sandbox && <p class="notice">With this sandbox key, the outcome of a row follows the part before its @.</p>}
        <Upload onAccepted={reload} />
      </Card>
      <Card title="Batches" tools={select}>
        <Failed message={error} />
        {batches ? (
          <>
            {batches.edges.length === 0 && status !== '' && <Empty>No batch has this status.</Empty>}
            {batches.edges.length === 0 && status === '' && (
              <Empty>
                No batches here yet. Drop a file above. The command line and the API are described in{' '}
                <a href="/docs/guides/bulk">the guide to bulk lists</a>.
              </Empty>
            )}
            {batches.edges.map(({ node }) => (
              <BatchItem key={node.id} batch={node} reload={reload} />
            ))}
            {after !== null && (
              <button type="button" onClick={() => setUrl({ after: undefined }, { push: true })}>
                Newest
              </button>
            )}{' '}
            {batches.pageInfo.hasNextPage && (
              <button type="button" onClick={() => setUrl({ after: batches.pageInfo.endCursor! }, { push: true })}>
                Older
              </button>
            )}
          </>
        ) : (
          error === undefined && <Loading />
        )}
      </Card>
    </>
  )
}
