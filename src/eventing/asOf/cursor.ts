import type { Find } from '../../kernel/ports/documentStore.js'
import { isIndexValue } from '../../kernel/queryPlan.js'
import type { Place } from './query.js'

type Asked = Pick<Find, 'index' | 'equals' | 'reverse'>

/** What may not differ between pages. */
const questionIn = ({ index, equals = {}, reverse = false }: Asked): string =>
  JSON.stringify([index, Object.entries(equals).sort(), reverse])

/** Names the place that a page ended with. It is good for the past alone: the present knows another. */
export const toCursor = (asked: Asked, place: Place): string =>
  Buffer.from(JSON.stringify([questionIn(asked), ...place])).toString('base64url')

/** @throws RangeError when the cursor is malformed or belongs to another question */
export function fromCursor(asked: Asked, cursor: string): Place {
  const [question, ...place] = parsed(cursor)
  if (question === questionIn(asked) && place.length > 0 && place.every(isIndexValue)) return place
  throw new RangeError('this cursor does not belong to this question')
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
