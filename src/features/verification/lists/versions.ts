// Versions of lists: `2026-11-26.74d21fd656dc`, the day they were compiled and a hash of their content.

const DAY_LENGTH = '2026-11-26'.length

export const dayOf = (version: string): string => version.slice(0, DAY_LENGTH)

export const hasSameContent = (a: string, b: string): boolean => a.slice(DAY_LENGTH) === b.slice(DAY_LENGTH)

/**
 * The version that processes use: the installed one, unless the program ships with a later one. Null is the one that ships
 * with the program.
 */
export const versionInUse = (installed: string | null, embedded: string): string | null =>
  installed !== null && dayOf(installed) >= dayOf(embedded) ? installed : null

/**
 * When lists were last known to be the newest, milliseconds since the epoch: at the last check, or on their own day.
 * @param checkedAt ISO 8601
 */
export const currentSince = (version: string, checkedAt: string | undefined): number =>
  Math.max(Date.parse(dayOf(version)), checkedAt === undefined ? 0 : Date.parse(checkedAt))
