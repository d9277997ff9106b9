import { number, words } from '../format.js'
import { Scrollable } from '../parts/parts.js'
import { DECISIONS, type Decisions, isChange } from './decisions.js'

/** What was decided, by what would have been: what would change is marked. */
export function Matrix({ decisions }: { readonly decisions: Decisions }) {
  const count = (before: string, after: string): number =>
    decisions.find((cell) => cell.before === before && cell.after === after)?.verifications ?? 0
  // A row or column of what is not known is shown only if there is any.
  const rows = DECISIONS.filter((each) => each !== 'UNKNOWN' || decisions.some(({ before }) => before === each))
  const columns = DECISIONS.filter((each) => each !== 'UNKNOWN' || decisions.some(({ after }) => after === each))
  return (
    <Scrollable label="Decisions before and after">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Decided</th>
            {columns.map((after) => (
              <th key={after} scope="col" class="figure">
                now {words(after)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((before) => (
            <tr key={before}>
              <th scope="row">
                <span class={`status ${before.toLowerCase()}`}>{words(before)}</span>
              </th>
              {columns.map((after) => {
                const cell = count(before, after)
                const isMarked = cell > 0 && isChange({ before, after })
                return (
                  <td key={after} class={isMarked ? 'figure chosen' : 'figure'}>
                    {isMarked ? <strong>{number(cell)}</strong> : number(cell)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
