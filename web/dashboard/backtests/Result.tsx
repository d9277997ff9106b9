// What a backtest has found, beside the matrix: by reason, rule and day, with outcomes and examples.
import { useQuery } from '../api/hooks.js'
import { BacktestDocument, type BacktestQuery, type OutcomeCountsFieldsFragment } from '../api/operations.generated.js'
import { counted, number, words } from '../format.js'
import { Chart } from '../parts/Chart.js'
import { Empty, Failed, Loading, Scrollable } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { changesIn, type Decisions, totalOf } from './decisions.js'

type Result = NonNullable<BacktestQuery['backtest']>['result']

export function Details({ id }: { readonly id: string }) {
  const { data, error } = useQuery(BacktestDocument, { id })
  const result = data?.backtest?.result
  return (
    <>
      <Failed message={error} />
      {result ? <Findings result={result} /> : error === undefined && <Loading />}
    </>
  )
}

function Findings({ result: { reasons, days, rules, outcomes, examples } }: { readonly result: Result }) {
  return (
    <>
      <Outcomes before={outcomes.before} after={outcomes.after} />
      <Groups
        title="By rule"
        rows={rules.map(({ rule, decisions }) => [rule, decisions])}
        empty="No rule would have decided any of them."
      />
      <Groups
        title="By deciding reason"
        rows={reasons.map(({ reason, decisions }) => [reason === null ? 'not recorded' : words(reason), decisions])}
      />
      {days.length > 0 && <Days days={days} />}
      <Examples examples={examples} />
    </>
  )
}

const OUTCOMES: readonly (readonly [
  name: string,
  of: (counts: OutcomeCountsFieldsFragment) => number,
  meaning: string,
])[] = [
  ['Good, refused', ({ goodDenied }) => goodDenied, 'customers who would be lost'],
  ['Bad, accepted', ({ badAllowed }) => badAllowed, 'bounces and complaints that would be let in'],
  ['Good, reviewed', ({ goodReviewed }) => goodReviewed, ''],
  ['Bad, reviewed', ({ badReviewed }) => badReviewed, ''],
  ['Good, accepted', ({ goodAllowed }) => goodAllowed, ''],
  ['Bad, refused', ({ badDenied }) => badDenied, ''],
]

interface OutcomesProps {
  readonly before: OutcomeCountsFieldsFragment
  readonly after: OutcomeCountsFieldsFragment
}

function Outcomes({ before, after }: OutcomesProps) {
  const known = Object.values(before).some((count) => typeof count === 'number' && count > 0)
  return (
    <section class="part">
      <h3>Who would have been right</h3>
      {known ? (
        <Scrollable label="Outcomes before and after">
          <table>
            <thead>
              <tr>
                <th>Addresses with an outcome</th>
                <th class="figure">Then</th>
                <th class="figure">With these rules</th>
              </tr>
            </thead>
            <tbody>
              {OUTCOMES.map(([name, of, meaning]) => (
                <tr key={name}>
                  <td>
                    {name} {meaning !== '' && <span class="soft">({meaning})</span>}
                  </td>
                  <td class="figure">{number(of(before))}</td>
                  <td class="figure">{number(of(after))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      ) : (
        <Empty>
          No outcomes are known of these verifications. Report which addresses were confirmed and which bounced, and a
          backtest says how many good ones the rules would refuse: <a href="?view=outcomes">outcomes</a>.
        </Empty>
      )}
    </section>
  )
}

interface GroupsProps {
  readonly title: string
  readonly rows: readonly (readonly [name: string, decisions: Decisions])[]
  readonly empty?: string
}

/** Groups of verifications, those with most changes first. */
function Groups({ title, rows, empty }: GroupsProps) {
  if (rows.length === 0) return empty === undefined ? null : <p class="soft">{`${title}: ${empty}`}</p>
  const sorted = rows
    .map(([name, decisions]) => {
      const changes = changesIn(decisions)
      return { name, total: totalOf(decisions), changes, changed: totalOf(changes) }
    })
    .sort((one, other) => other.changed - one.changed || other.total - one.total)
  return (
    <section class="part">
      <h3>{title}</h3>
      <Scrollable label={title}>
        <table>
          <thead>
            <tr>
              <th>{title.replace('By ', '').replace(/^./, (first) => first.toUpperCase())}</th>
              <th class="figure">Verified</th>
              <th class="figure">Changed</th>
              <th>How</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ name, total, changes, changed }) => (
              <tr key={name}>
                <td class="name">{name}</td>
                <td class="figure">{number(total)}</td>
                <td class="figure">{number(changed)}</td>
                <td>
                  {changes.map(({ before, after, verifications }) => (
                    <span key={`${before} ${after}`} class="whole">
                      {words(before)} → {words(after)} {number(verifications)}{' '}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </section>
  )
}

function Days({ days }: { readonly days: Result['days'] }) {
  const changed = days.map(({ decisions }) => totalOf(changesIn(decisions)))
  const sum = changed.reduce((total, count) => total + count, 0)
  return (
    <section class="part">
      <h3>By day</h3>
      <Chart
        days={days.map(({ day }) => day)}
        series={[
          { name: 'Verified', colour: '--soft', values: days.map(({ decisions }) => totalOf(decisions)) },
          { name: 'Changed', colour: '--accent', values: changed },
        ]}
        label={`Changed per day: ${counted(sum, 'change')} in ${counted(days.length, 'day')}`}
      />
    </section>
  )
}

const Examples = ({ examples }: { readonly examples: Result['examples'] }) =>
  examples.length === 0 ? null : (
    <section class="part">
      <h3>Examples</h3>
      <p class="soft">The first of each change. Addresses are not stored, so they are not shown.</p>
      <Scrollable label="Examples">
        <table class="stacked">
          <thead>
            <tr>
              <th>Change</th>
              <th>Domain</th>
              <th>Reasons</th>
              <th>Rule</th>
              <th>When</th>
              <th>Request</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ at, before, after, ruleBefore, ruleAfter, domain, reasons, requestId, batchId, row }) => (
              <tr key={`${requestId ?? batchId} ${row}`}>
                <td data-label="Change" class="whole">
                  {words(before)} → {words(after)}
                </td>
                <td data-label="Domain" class="name">
                  <span>{domain ?? 'not recorded'}</span>
                </td>
                <td data-label="Reasons">{reasons.map(words).join(', ')}</td>
                <td data-label="Rule" class="name">
                  <span>{ruleAfter ?? (ruleBefore === null ? '–' : `no longer ${ruleBefore}`)}</span>
                </td>
                <td data-label="When" class="whole">
                  <Time iso={at} />
                </td>
                <td data-label="Request" class="name">
                  <code>{requestId ?? batchId}</code>
                  {row !== null && ` row ${row + 1}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </section>
  )
