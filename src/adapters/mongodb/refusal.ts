import { MongoCompatibilityError, MongoServerError } from 'mongodb'

const noRights = (database: string): string =>
  `lets this user not read and write ${database}: give it the role readWrite there`

const ADVICE: { readonly [code: number]: (database: string, said: string) => string } = {
  13: noRights,
  18: () => 'refuses the user or the password: check both, and authSource',
  // MongoDB Atlas's own, for both.
  8000: (database, said) =>
    said.includes('not allowed') ? noRights(database) : 'refuses the user or the password: check both',
}

/** What a server says for good, so that waiting helps nobody; undefined when it may yet come round. */
export function refusalOf(error: unknown, database: string): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof MongoCompatibilityError) return `has a version that cannot be used: ${cause.message}`
  if (error instanceof MongoServerError && typeof error.code === 'number')
    return ADVICE[error.code]?.(database, error.message)
  return undefined
}
