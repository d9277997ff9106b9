/** Levels by all-time contributions, lowest first. */
export const LEVELS = [
  { name: 'Contributor', badge: 'contributor', minContributions: 0 },
  { name: 'Bronze', badge: 'bronze', minContributions: 100 },
  { name: 'Silver', badge: 'silver', minContributions: 1_000 },
  { name: 'Gold', badge: 'gold', minContributions: 10_000 },
  { name: 'Diamond', badge: 'diamond', minContributions: 100_000 },
] as const

const BADGES = [
  { badge: 'bronze', minContributions: 0 },
  { badge: 'silver', minContributions: 1_000 },
  { badge: 'gold', minContributions: 10_000 },
  { badge: 'platinum', minContributions: 100_000 },
] as const

export type Level = (typeof LEVELS)[number]
export type Badge = (typeof BADGES)[number]['badge']

/** @param contributions all-time counted contributions */
export const levelOf = (contributions: number): Level =>
  LEVELS.findLast(({ minContributions }) => contributions >= minContributions) ?? LEVELS[0]

/** The badge shown on the leaderboard. @param contributions all-time counted contributions */
export const badgeOf = (contributions: number): Badge =>
  BADGES.findLast(({ minContributions }) => contributions >= minContributions)?.badge ?? 'bronze'
