import { useState } from 'preact/hooks'
import { useQuery } from '../api/hooks.js'
import { type ResultKind, ResultsDocument } from '../api/operations.generated.js'
import { number, words } from '../format.js'
import { Failed, Scrollable, Select } from '../parts/parts.js'
import { setUrl, useUrl } from '../url.js'

const KINDS: readonly (readonly [ResultKind | '', string])[] = [
  ['', 'all'],
  ['DELIVERABLE', 'deliverable'],
  ['RISKY', 'risky'],
  ['INVALID', 'invalid'],
  ['UNKNOWN', 'unknown'],
]

/** The results of a batch, once they are asked for. The URL names the batch and the kind. */
export function Results({ batch }: { batch: string }) {
  const isOpen = useUrl('results') === batch
  const toggle = () => setUrl({ results: isOpen ? undefined : batch, only: undefined })
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? 'Hide results' : 'Show results'}
      </button>{' '}
      {isOpen && <ResultPages batch={batch} />}
    </>
  )
}

/** Results of one kind or of all, page by page. */
function ResultPages({ batch }: { batch: string }) {
  const given = useUrl('only')
  const kind = KINDS.find(([value]) => value === given)?.[0] ?? ''
  const [after, setAfter] = useState<string | null>(null)
  const { data, error } = useQuery(ResultsDocument, { id: batch, only: kind || null, after })
  const results = data?.batch?.results

  return (
    <>
      <div class="inline filter">
        <Select
          label="Results"
          value={kind}
          options={KINDS}
          onSelect={(value) => {
            setUrl({ only: value || undefined })
            setAfter(null)
          }}
        />
      </div>
      <Failed message={error} />
      {results && (
        <Scrollable label="Results">
          <table>
            <thead>
              <tr>
                <th class="figure">Row</th>
                <th>Address</th>
                <th>Status</th>
                <th>Reason</th>
              </tr>
            </thead>
            <tbody>
              {results.edges.map(({ node }) => (
                <tr key={node.index}>
                  <td class="figure">{number(node.index + 1)}</td>
                  <td class="name">{node.email ?? ''}</td>
                  <td>
                    <span class={`status ${node.status.toLowerCase()}`}>{words(node.status)}</span>
                  </td>
                  <td>
                    {[node.error, node.disposable && 'disposable', node.role && 'role'].filter(Boolean).join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {results.edges.length === 0 && <p class="soft">No results of this kind here.</p>}
        </Scrollable>
      )}
      <div class="inline">
        {after !== null && (
          <button type="button" onClick={() => setAfter(null)}>
            First page
          </button>
        )}
        {results?.pageInfo.hasNextPage && (
          <button type="button" onClick={() => setAfter(results.pageInfo.endCursor!)}>
            Next page
          </button>
        )}
      </div>
    </>
  )
}
