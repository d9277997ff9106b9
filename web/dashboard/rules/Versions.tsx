// The versions that were activated: which one is live, and the way back to another.
import { useState } from 'preact/hooks'
import { useMutation, useQuery } from '../api/hooks.js'
import {
  RollbackRulesDocument,
  RulesVersionDocument,
  RulesVersionsDocument,
  type RulesVersionsQuery,
} from '../api/operations.generated.js'
import { counted } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Pages } from '../parts/Pages.js'
import { Card, Empty, Failed, Loading, Scrollable } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { jsonOf } from './edited.js'
import { inWords } from './language.js'

interface VersionsProps {
  /** The version that decides; 0 = none. */
  readonly live: number
  readonly onChange: () => void
}

export function Versions({ live, onChange }: VersionsProps) {
  /** Cursors of the pages before the one shown. */
  const [pages, setPages] = useState<readonly string[]>([])
  const { data, error } = useQuery(RulesVersionsDocument, { after: pages.at(-1) ?? null }, { of: live })
  const rollback = useMutation(RollbackRulesDocument)
  const page = data?.rulesVersions

  async function goBack(version: number): Promise<void> {
    await rollback.run({ input: { version } })
    onChange()
  }

  return (
    <Card title="Versions">
      <p>
        {live === 0 ? 'No rules are live: the default decision decides.' : `Version ${live} is live.`}{' '}
        {live > 0 && (
          <Confirm
            label="Switch rules off"
            question="The default decision will decide every later request."
            busy={rollback.busy}
            onConfirm={() => goBack(0)}
          />
        )}
      </p>
      <Failed message={error ?? rollback.error} />
      {page ? (
        <>
          {page.nodes.length === 0 ? (
            <Empty>
              Nothing was activated yet. Each activation makes a version; you can go back to any of them at once.
            </Empty>
          ) : (
            <Table versions={page.nodes} live={live} busy={rollback.busy} onGoBack={goBack} />
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

interface TableProps {
  readonly versions: NonNullable<RulesVersionsQuery['rulesVersions']>['nodes']
  readonly live: number
  readonly busy: boolean
  readonly onGoBack: (version: number) => void
}

const Table = ({ versions, live, busy, onGoBack }: TableProps) => (
  <Scrollable label="Versions">
    <table class="stacked">
      <thead>
        <tr>
          <th>Version</th>
          <th>Activated</th>
          <th>Rules</th>
          <th>
            <span class="hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ version, activatedAt, rules }) => (
          <tr key={version}>
            <td data-label="Version" class="whole">
              {version} {version === live && <span class="status enabled">live</span>}
            </td>
            <td data-label="Activated" class="whole">
              <Time iso={activatedAt} />
            </td>
            <td data-label="Rules" class="name">
              <VersionRules version={version} count={rules} />
            </td>
            <td data-label="">
              {version !== live && (
                <Confirm
                  label={`Go back to ${version}`}
                  question={`From the next request on, version ${version} will decide.`}
                  busy={busy}
                  onConfirm={() => onGoBack(version)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scrollable>
)

/** The rules of a version, once they are asked for. */
function VersionRules({ version, count }: { readonly version: number; readonly count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery(RulesVersionDocument, { version }, { skip: !isOpen })
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{counted(count, 'rule')}</summary>
      <Failed message={error} />
      <ol>
        {data?.rulesVersion?.rules.map((rule, index) => (
          <li key={rule.name ?? index}>
            <span class={`status ${rule.action.toLowerCase()}`}>{rule.action.toLowerCase()}</span>{' '}
            <strong>{rule.name}</strong> {inWords(jsonOf(rule).when)}
          </li>
        ))}
      </ol>
    </details>
  )
}
