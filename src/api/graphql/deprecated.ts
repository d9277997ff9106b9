// How the schema says that something is deprecated.

/**
 * A reason for `@deprecated`: what to use instead, and since when. It stays until the next major version.
 * @param since date of the change, `yyyy-mm-dd`
 * @param instead a sentence
 */
export const deprecated = (since: `${number}-${number}-${number}`, instead: string): string =>
  `Since ${since}: ${instead}`
