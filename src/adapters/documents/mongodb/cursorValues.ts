import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import { isIndexValue } from '../../../kernel/queryPlan.js'

/** A cursor's position: the values of the index members that the query leaves open, as JSON. */
export const encodeCursorValues = (values: readonly IndexValue[]): Buffer => Buffer.from(JSON.stringify(values))

/** @throws RangeError when the bytes are not exactly `count` values */
export function decodeCursorValues(bytes: Buffer, count: number): IndexValue[] {
  const values = parse(bytes)
  if (Array.isArray(values) && values.length === count && values.every(isIndexValue)) return values
  throw new RangeError('this cursor is malformed')
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
