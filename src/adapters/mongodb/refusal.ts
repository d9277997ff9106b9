import { MongoCompatibilityError, MongoServerError } from 'mongodb'

const ADVICE: { readonly [code: number]: (database: string) => string } = {
  13: (database) => `lets this user not read ${database}: give it the role readWrite there`,
  18: () => 'refuses the user or the password: check both, and authSource',
  // MongoDB Atlas's own for the same.
  8000: () => 'refuses the user or the password: check both',
}

/** What a server says for good, so that waiting helps nobody; undefined when it may yet come round. */
export function refusalOf(error: unknown, database: string): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof MongoCompatibilityError) return `has a version that cannot be used: ${cause.message}`
  if (error instanceof MongoServerError && typeof error.code === 'number') return ADVICE[error.code]?.(database)
  return undefined
}
