/** By contributions since the beginning, lowest first. */
export const LEVELS = [
  { name: 'Contributor', badge: 'contributor', least: 0 },
  { name: 'Bronze', badge: 'bronze', least: 100 },
  { name: 'Silver', badge: 'silver', least: 1_000 },
  { name: 'Gold', badge: 'gold', least: 10_000 },
  { name: 'Diamond', badge: 'diamond', least: 100_000 },
] as const

const BADGES = [
  { badge: 'bronze', least: 0 },
  { badge: 'silver', least: 1_000 },
  { badge: 'gold', least: 10_000 },
  { badge: 'platinum', least: 100_000 },
] as const

export type Level = (typeof LEVELS)[number]
export type Badge = (typeof BADGES)[number]['badge']

/** @param contributions since the beginning */
export const levelOf = (contributions: number): Level =>
  LEVELS.findLast(({ least }) => contributions >= least) ?? LEVELS[0]

/** What the leaderboard shows. @param contributions since the beginning */
export const badgeOf = (contributions: number): Badge =>
  BADGES.findLast(({ least }) => contributions >= least)?.badge ?? 'bronze'
