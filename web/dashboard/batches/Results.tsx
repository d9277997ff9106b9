import { useState } from 'preact/hooks'
import { useQuery } from '../api/hooks.js'
import { type ResultKind, ResultsDocument } from '../api/operations.generated.js'
import { words } from '../format.js'
import { Failed, Scrollable, Select } from '../parts/parts.js'

const KINDS: readonly (readonly [ResultKind | '', string])[] = [
  ['', 'all'],
  ['DELIVERABLE', 'deliverable'],
  ['RISKY', 'risky'],
  ['INVALID', 'invalid'],
  ['UNKNOWN', 'unknown'],
]

/** The results of a batch, once they are asked for. */
export function Results({ batch }: { batch: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide results' : 'Show results'}
      </button>{' '}
      {isOpen && <ResultPages batch={batch} />}
    </>
  )
}

/** Results of one kind or of all, page by page. */
function ResultPages({ batch }: { batch: string }) {
  const [kind, setKind] = useState<ResultKind | ''>('')
  const [after, setAfter] = useState<string | null>(null)
  const { data, error } = useQuery(ResultsDocument, { id: batch, only: kind || null, after })
  const results = data?.batch?.results

  return (
    <>
      <Select
        label="Results"
        value={kind}
        options={KINDS}
        onSelect={(value) => {
          setKind(value)
          setAfter(null)
        }}
      />
      <Failed message={error} />
      {results && (
        <Scrollable label="Results">
          <table>
            <tbody>
              {results.edges.map(({ node }) => (
                <tr key={node.index}>
                  <td>{node.index + 1}</td>
                  <td>{node.email ?? ''}</td>
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
      {after !== null && (
        <button type="button" onClick={() => setAfter(null)}>
          First page
        </button>
      )}{' '}
      {results?.pageInfo.hasNextPage && (
        <button type="button" onClick={() => setAfter(results.pageInfo.endCursor!)}>
          Next page
        </button>
      )}
    </>
  )
}
