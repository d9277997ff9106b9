import { MongoCompatibilityError, MongoServerError } from 'mongodb'

const noPrivileges = (database: string): string =>
  `does not let this user read and write ${database}: grant it the role readWrite there`

const ADVICE: { readonly [code: number]: (database: string, message: string) => string } = {
  13: noPrivileges,
  18: () => 'rejects the user or the password: check both, and authSource',
  // MongoDB Atlas's code for both.
  8000: (database, message) =>
    message.includes('not allowed') ? noPrivileges(database) : 'rejects the user or the password: check both',
}

/** Why the server rejects this client permanently; undefined when the error may be temporary. */
export function refusalOf(error: unknown, database: string): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof MongoCompatibilityError) return `has an unsupported version: ${cause.message}`
  if (error instanceof MongoServerError && typeof error.code === 'number')
    return ADVICE[error.code]?.(database, error.message)
  return undefined
}
