import { codeAt, isDoubtfulCode } from '../../verification/encoding.js'
import type { ResultColumns } from '../events.js'

/** Whether a valid row is one that v2 would not allow, for another reason than a failed lookup. */
export function isDoubtfulAt(columns: ResultColumns, row: number): boolean {
  const { status, doubt } = columns
  const code = codeAt(columns, row, status.length)
  return code ? status[row] === 'v' && isDoubtfulCode(code) : doubt?.[row] === 'd'
}

const LISTED = 1 | 2

/** Whether a valid row is one that a mailing should not trust: disposable, a role, probably mistyped or doubtful. */
export const isRiskyAt = (columns: ResultColumns, row: number): boolean =>
  isDoubtfulAt(columns, row) ||
  columns.meant[row] !== undefined ||
  (Number.parseInt(columns.flags[2 * row + 1]!, 16) & LISTED) !== 0
