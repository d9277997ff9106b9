// The signal pool's figures as the contract describes them.
import type {
  ActivityView,
  ContributionsView,
  HistoryRow,
  LeaderboardView,
  LevelView,
  PoolStatsView,
  RankView,
} from '../../features/pool/index.js'
import type { TextStream } from '../../httpMessages/stream.js'

/** PoolStats of the contract. */
export const poolStatsBody = (stats: PoolStatsView) => ({
  total_validations: stats.totalValidations,
  unique_emails: stats.uniqueEmails,
  hit_rate: stats.hitRate,
  avg_response_time_ms: stats.avgResponseTimeMs,
  active_contributors: stats.activeContributors,
  coverage_by_domain: Object.fromEntries(stats.coverageByDomain.map(({ domain, percent }) => [domain, percent])),
})

/** PoolLeaderboard of the contract. */
export const leaderboardBody = ({ period, contributors }: LeaderboardView) => ({
  period,
  contributors: contributors.map((entry) => ({
    rank: entry.rank,
    contributor_id: entry.contributorId,
    contributions: entry.contributions,
    counted_contributions: entry.countedContributions,
    unique_contributions: entry.uniqueContributions,
    credits_earned: entry.creditsEarned,
    badge: entry.badge,
    level: entry.level,
  })),
})

/** PoolActivity of the contract. */
export const activityBody = ({ timestamp, activity, metrics }: ActivityView) => ({
  success: true,
  timestamp,
  activity,
  metrics: {
    events_shown: metrics.eventsShown,
    activity_last_hour: metrics.activityLastHour,
    most_common_type: metrics.mostCommonType,
  },
})

/** ContributionHistory of the contract. */
export const contributionHistory = ({ period, summary, contributions, pagination }: ContributionsView) => ({
  period,
  summary: {
    total_contributions: summary.totalContributions,
    counted_contributions: summary.countedContributions,
    unique_contributions: summary.uniqueContributions,
    total_credits: summary.totalCredits,
    current_badge: summary.currentBadge,
  },
  contributions: contributions.map(({ timestamp, emailHash, creditsEarned, counted, unique }) => ({
    timestamp,
    email_hash: emailHash,
    credits_earned: creditsEarned,
    counted,
    unique,
  })),
  pagination: {
    page: pagination.page,
    limit: pagination.limit,
    total: pagination.total,
    has_more: pagination.hasMore,
  },
})

/** ContributorRank of the contract. */
export const rankBody = ({ rank, keyMask, contributions, countedContributions, level, levelBadge }: RankView) => ({
  rank,
  api_key_id: keyMask,
  contributions,
  counted_contributions: countedContributions,
  level,
  level_badge: levelBadge,
})

/** ContributorLevel of the contract. */
export const levelBody = ({ name, minContributions, count }: LevelView) => ({
  name,
  min_contributions: minContributions,
  count,
})

/** Lines per chunk: writing each line separately would cost more than producing it. */
const LINES_PER_CHUNK = 100

/** PoolHistory of the contract, streamed: years of rows are never all in memory. */
export async function* historyText(rows: AsyncIterable<HistoryRow>): TextStream {
  let lines: string[] = []
  for await (const row of rows) {
    if (lines.push(`${JSON.stringify(historyRow(row))}\n`) < LINES_PER_CHUNK) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

const historyRow = (row: HistoryRow) => ({
  day: row.day,
  contributor_id: row.contributorId,
  contributions: row.contributions,
  counted_contributions: row.countedContributions,
  unique_contributions: row.uniqueContributions,
  credits_earned: row.creditsEarned,
  verdicts: row.verdicts,
  level: row.level,
})
