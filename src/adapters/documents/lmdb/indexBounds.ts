import type { Find, IndexValue } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { planQuery } from '../../../kernel/queryPlan.js'
import { bracketOf, valueBytes } from '../values.js'
import { afterAll, indexPrefix, valuesKey } from './key.js'

interface Bounds {
  /** Common prefix of the keys of all results. */
  readonly prefix: Buffer
  /** Inclusive. */
  readonly from: Buffer
  /** Exclusive. */
  readonly to: Buffer
  readonly members: readonly string[]
}

/** @throws RangeError when the index does not support the query */
export function boundsOf(collection: string, indexes: Indexes, query: Omit<Find, 'limit'>): Bounds {
  const { members, values, range } = planQuery(collection, indexes, query)
  const prefix = Buffer.concat([indexPrefix(collection, query.index), valuesKey(values)])
  if (!range) return { prefix, from: prefix, to: afterAll(prefix), members }
  const { from, to } = bytesOf(range)
  return { prefix, from: Buffer.concat([prefix, from]), to: Buffer.concat([prefix, to]), members }
}

/** A missing bound defaults to the first or last value of the other bound's type. */
function bytesOf({ from, to }: { readonly from?: IndexValue; readonly to?: IndexValue }) {
  const bracket = bracketOf((from ?? to)!)
  return {
    from: from === undefined ? bracket.from : valueBytes(from),
    to: to === undefined ? bracket.to : valueBytes(to),
  }
}
