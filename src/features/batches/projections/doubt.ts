import { codeAt, isDoubtfulCode } from '../../verification/encoding.js'
import type { ResultColumns } from '../events.js'

/** Whether a valid row is one that v2 would not allow, for another reason than a failed lookup. */
export function isDoubtfulAt(columns: ResultColumns, row: number): boolean {
  const { status, doubt } = columns
  const code = codeAt(columns, row, status.length)
  return code ? status[row] === 'v' && isDoubtfulCode(code) : doubt?.[row] === 'd'
}
