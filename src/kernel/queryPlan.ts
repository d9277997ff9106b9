import type { CollectionDefinition, Find, IndexValue } from './ports/documentStore.js'

export type Indexes = NonNullable<CollectionDefinition['indexes']>

export const isIndexValue = (value: unknown): value is IndexValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

const MAX_LIMIT = 1_000
const MAX_SKIP = 100_000

/** How a query uses an index. */
export interface QueryPlan {
  /** All members of the index, in order. */
  readonly members: readonly string[]
  /** Required values of its first members. */
  readonly values: readonly IndexValue[]
  /** Bounds on the member after those; at least one is given, and both have the same type. */
  readonly range?: { readonly from?: IndexValue; readonly to?: IndexValue }
}

/** Plans a query on one index. @throws RangeError when the index cannot answer it */
export function planQuery(
  collection: string,
  indexes: Indexes,
  { index, equals = {}, range }: Omit<Find, 'limit'>,
): QueryPlan {
  const members = Object.hasOwn(indexes, index) ? indexes[index]! : undefined
  if (!members) throw new RangeError(`${collection} has no index ${index}`)
  const count = Object.keys(equals).length
  const values = members.slice(0, count).map((member) => (Object.hasOwn(equals, member) ? equals[member] : undefined))
  if (count > members.length || !values.every(isIndexValue)) {
    throw new RangeError(`index ${index} of ${collection} needs values for its first members: ${members.join(', ')}`)
  }
  if (range?.from === undefined && range?.to === undefined) return { members, values }
  if (count === members.length) throw new RangeError(`no member of index ${index} is left for a range`)
  const bounds = [range.from, range.to].filter((bound) => bound !== undefined)
  if (!bounds.every(isIndexValue) || new Set(bounds.map((bound) => typeof bound)).size > 1) {
    throw new RangeError('the bounds of a range must have the same type: number, string or boolean')
  }
  return { members, values, range }
}

/** @throws RangeError when `limit` or `skip` is out of range */
export function checkPage({ limit, skip = 0 }: Pick<Find, 'limit' | 'skip'>): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new RangeError(`limit must be 1 to ${MAX_LIMIT}`)
  if (!Number.isInteger(skip) || skip < 0 || skip > MAX_SKIP) throw new RangeError(`skip must be 0 to ${MAX_SKIP}`)
}
