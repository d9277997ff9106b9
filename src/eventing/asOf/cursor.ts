import type { Find } from '../../kernel/ports/documentStore.js'
import { isIndexValue } from '../../kernel/queryPlan.js'
import type { IndexKey } from './query.js'

type CursorQuery = Pick<Find, 'index' | 'equals' | 'reverse'>

/** The part of a query that must be the same for all pages. */
const identityOf = ({ index, equals = {}, reverse = false }: CursorQuery): string =>
  JSON.stringify([index, Object.entries(equals).sort(), reverse])

/** Pagination cursor after an index key. Valid for as-of queries only: document stores use another format. */
export const encodeIndexCursor = (query: CursorQuery, key: IndexKey): string =>
  Buffer.from(JSON.stringify([identityOf(query), ...key])).toString('base64url')

/** @throws RangeError when the cursor is malformed or belongs to another query */
export function decodeIndexCursor(query: CursorQuery, cursor: string): IndexKey {
  const [identity, ...key] = parse(cursor)
  if (identity === identityOf(query) && key.length > 0 && key.every(isIndexValue)) return key
  throw new RangeError('the cursor does not belong to this query')
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
