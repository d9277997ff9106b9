import type { Find, IndexValue } from '../../../kernel/ports/documentStore.js'
import { type Indexes, isIndexValue } from './definition.js'
import { afterAll, bracketOf, indexPrefix, valuesKey } from './key.js'

export interface Bounds {
  /** What the keys of all answers begin with. */
  readonly prefix: Buffer
  /** Inclusive. */
  readonly from: Buffer
  /** Exclusive. */
  readonly to: Buffer
  readonly members: readonly string[]
}

/** @throws RangeError when the index cannot answer this */
export function boundsOf(
  collection: string,
  indexes: Indexes,
  { index, equals = {}, range }: Omit<Find, 'limit'>,
): Bounds {
  const members = Object.hasOwn(indexes, index) ? indexes[index]! : undefined
  if (!members) throw new RangeError(`${collection} has no index ${index}`)
  const count = Object.keys(equals).length
  const values = members.slice(0, count).map((member) => (Object.hasOwn(equals, member) ? equals[member] : undefined))
  if (count > members.length || !values.every(isIndexValue)) {
    throw new RangeError(`index ${index} of ${collection} needs values for its first members: ${members.join(', ')}`)
  }
  const prefix = Buffer.concat([indexPrefix(collection, index), valuesKey(values)])
  if (range?.from === undefined && range?.to === undefined)
    return { prefix, from: prefix, to: afterAll(prefix), members }
  if (count === members.length) throw new RangeError(`no member of index ${index} is left for a range`)
  const { from, to } = rangeOf(range.from, range.to)
  return { prefix, from: Buffer.concat([prefix, from]), to: Buffer.concat([prefix, to]), members }
}

/** A bound that is left out is where values of the other's kind begin or end. */
function rangeOf(from: IndexValue | undefined, to: IndexValue | undefined) {
  const one = from ?? to
  if (
    !isIndexValue(one) ||
    (from !== undefined && to !== undefined && (!isIndexValue(to) || typeof from !== typeof to))
  ) {
    throw new RangeError('the bounds of a range must be of one kind: number, text or boolean')
  }
  const bracket = bracketOf(one)
  return {
    from: from === undefined ? bracket.from : valuesKey([from]),
    to: to === undefined ? bracket.to : valuesKey([to]),
  }
}
