// How good the account's decisions were, by what became of the addresses.
import { useQuery, useSession } from '../api/hooks.js'
import {
  OutcomeQualityDocument,
  type OutcomeQualityQuery,
  type QualityFieldsFragment,
} from '../api/operations.generated.js'
import { counted, monthName, number, percent, words } from '../format.js'
import { Card, Empty, Failed, Loading, Scrollable, Select } from '../parts/parts.js'
import { setUrl, useUrl } from '../url.js'
import { HowToReport } from './HowToReport.js'

const RANGES = [
  ['1', 'This month'],
  ['3', 'Last 3 months'],
  ['12', 'Last 12 months'],
] as const
type Months = (typeof RANGES)[number][0]

export function OutcomesPage() {
  const { sandbox } = useSession()
  return sandbox ? (
    <Empty>
      This is a sandbox key: outcomes that are reported with it are checked and not recorded. Enter a live key to see
      yours.
    </Empty>
  ) : (
    <Outcomes />
  )
}

/** The first of so many UTC months that end with the current one. */
function firstMonth(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1)).toISOString().slice(0, 7)
}

function Outcomes() {
  const given = useUrl('months')
  const months: Months = RANGES.find(([each]) => each === given)?.[0] ?? '12'
  const { data, error } = useQuery(OutcomeQualityDocument, { from: firstMonth(Number(months)) })
  const select = (
    <Select
      label="Range"
      value={months}
      options={RANGES}
      onSelect={(value) => setUrl({ months: value === '12' ? undefined : value })}
    />
  )
  const quality = data?.outcomeQuality
  const isEmpty = quality && Object.values(quality.total.outcomes).every((count) => count === 0)
  return (
    <>
      <Card title="Who was right" tools={select}>
        <p class="soft">
          Verifications are good or bad by what you report became of the address; see{' '}
          <a href="/docs/outcomes">outcomes</a>.
        </p>
        <Failed message={error} />
        {quality ? !isEmpty && <Quality quality={quality} /> : error === undefined && <Loading />}
        {isEmpty && <HowToReport />}
      </Card>
      {quality && !isEmpty && (
        <div class="two">
          <Card title="By decision">
            <p class="soft">
              Good addresses that were denied were refused wrongly; bad ones that were allowed were missed. What your
              form refuses has no outcome.
            </p>
            <Groups
              label="By decision"
              rows={quality.total.decisions.map(({ decision, ...group }) => ({ name: words(decision), ...group }))}
            />
          </Card>
          {quality.total.rules.length > 0 && (
            <Card title="By rule">
              <p class="soft">
                Of the addresses that each rule of yours decided: how many were good. A rule that denies good ones is
                too strict.
              </p>
              <Groups
                label="By rule"
                rows={quality.total.rules.map(({ rule, action, ...group }) => ({
                  name: `${rule} (${words(action)})`,
                  ...group,
                }))}
              />
            </Card>
          )}
          <Card title="By reason">
            <p class="soft">
              Precision: how many of the addresses with this reason were bad. Recall: how many of all the bad ones had
              it.
            </p>
            <Groups
              label="By reason"
              rows={quality.total.reasons.map(({ reason, ...group }) => ({
                name: words(reason),
                code: reason,
                ...group,
              }))}
            />
          </Card>
        </div>
      )}
    </>
  )
}

function Quality({
  quality: { total, months },
}: {
  readonly quality: NonNullable<OutcomeQualityQuery['outcomeQuality']>
}) {
  const { good, bad, outcomes, unmatched, contradictions } = total
  const figures = [
    ['Good', good],
    ['Bad', bad],
    ['Confirmed', outcomes.confirmed],
    ['Delivered', outcomes.delivered],
    ['Engaged', outcomes.engaged],
    ['Complained', outcomes.complained],
    ['Bounced for good', outcomes.bouncedHard],
    ['Bounced for now', outcomes.bouncedSoft],
  ] as const
  return (
    <>
      <dl class="figures">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      <ul class="bars values">
        {months.map((month) => (
          <li key={month.month}>
            <span>{monthName(month.month)}</span>
            <meter
              min={0}
              max={Math.max(1, month.good + month.bad)}
              value={month.good}
              aria-label={`Good in ${monthName(month.month)}`}
            />
            <span>
              {number(month.good)} good, {number(month.bad)} bad
            </span>
          </li>
        ))}
      </ul>
      {unmatched + contradictions > 0 && (
        <p class="soft">
          Of {counted(unmatched, 'outcome')} no verification was found. {counted(contradictions, 'outcome')} said the
          opposite of what was known before.
        </p>
      )}
    </>
  )
}

interface GroupsProps {
  readonly label: string
  readonly rows: readonly (Pick<QualityFieldsFragment['reasons'][number], 'good' | 'bad' | 'precision' | 'recall'> & {
    readonly name: string
    /** A reason of v2, which has a page. */
    readonly code?: string
  })[]
}

const share = (value: number | null): string => (value === null ? '–' : percent(value))

const Groups = ({ label, rows }: GroupsProps) =>
  rows.length === 0 ? (
    <Empty>No verification with an outcome yet.</Empty>
  ) : (
    <Scrollable label={label}>
      <table>
        <thead>
          <tr>
            <th>{label.replace('By ', '').replace(/^./, (first) => first.toUpperCase())}</th>
            <th class="figure">Good</th>
            <th class="figure">Bad</th>
            <th class="figure">Precision</th>
            <th class="figure">Recall</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, code, good, bad, precision, recall }) => (
            <tr key={name}>
              <td class="name">
                {code === undefined ? name : <a href={`/docs/reasons/${code.replaceAll('_', '-')}`}>{name}</a>}
              </td>
              <td class="figure">{number(good)}</td>
              <td class="figure">{number(bad)}</td>
              <td class="figure">{share(precision)}</td>
              <td class="figure">{share(recall)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
