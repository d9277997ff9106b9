const COUNT = 6

/** This UTC month and the five before it, `yyyy-mm`, latest first. */
export function recentMonths(): readonly string[] {
  const now = new Date()
  return Array.from({ length: COUNT }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 'yyyy-mm'.length),
  )
}
