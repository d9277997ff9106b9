// What callers are told about a pagination cursor that is not of the list they ask for.
import { type Failure, invalidAt } from './failure.js'

/** Connections of GraphQL call the cursor `after`; what presents their errors says so. */
export const invalidCursor = (): Failure => invalidAt('/cursor', '`cursor` is not a cursor of this list')

/**
 * For queries of a `Collection`, which rejects with a RangeError when the cursor is malformed or of another query.
 * @throws Failure VALIDATION_ERROR instead; any other error as it is
 */
export function refuseCursor(error: unknown): never {
  throw error instanceof RangeError ? invalidCursor() : error
}
