import type {
  ActivityView,
  ContributionsView,
  HistoryRow,
  LeaderboardView,
  LevelView,
  PoolStatsView,
  RankView,
} from '../../features/pool/index.js'
import type { TextStream } from '../../web/stream.js'
import type { Schema } from '../contract/types.js'

/** PoolStats, as the contract has it. */
export const poolStatsBody = (stats: PoolStatsView) => ({
  total_validations: stats.totalValidations,
  unique_emails: stats.uniqueEmails,
  hit_rate: stats.hitRate,
  avg_response_time_ms: stats.avgResponseTimeMs,
  active_contributors: stats.activeContributors,
  coverage_by_domain: Object.fromEntries(stats.coverageByDomain.map(({ domain, percent }) => [domain, percent])),
})

/** PoolLeaderboard, as the contract has it. */
export const leaderboardBody = ({ period, contributors }: LeaderboardView) => ({
  period,
  contributors: contributors.map((entry) => ({
    rank: entry.rank,
    contributor_id: entry.contributorId,
    contributions: entry.contributions,
    unique_contributions: entry.uniqueContributions,
    credits_earned: entry.creditsEarned,
    badge: entry.badge,
  })),
})

/** PoolActivity, as the contract has it. */
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

/** ContributionHistory, as the contract has it. */
export const contributionHistory = ({ period, summary, contributions, pagination }: ContributionsView) => ({
  period,
  summary: {
    total_contributions: summary.totalContributions,
    unique_contributions: summary.uniqueContributions,
    total_credits: summary.totalCredits,
    current_badge: summary.currentBadge,
  },
  contributions: contributions.map(({ timestamp, emailHash, creditsEarned, unique }) => ({
    timestamp,
    email_hash: emailHash,
    credits_earned: creditsEarned,
    unique,
  })),
  pagination: {
    page: pagination.page,
    limit: pagination.limit,
    total: pagination.total,
    has_more: pagination.hasMore,
  },
})

/** ContributorRank, as the contract has it. */
export const rankBody = ({ rank, keyMask, contributions, level, levelBadge }: RankView) => ({
  rank,
  api_key_id: keyMask,
  contributions,
  level,
  level_badge: levelBadge,
})

/** ContributorLevel, as the contract has it. */
export const levelBody = ({ name, minContributions, count }: LevelView) => ({
  name,
  min_contributions: minContributions,
  count,
})

/** Lines that are sent together: a write each would cost more than making them. */
const LINES = 100

/** PoolHistory, as the contract has it, text by text: years of rows are never in memory together. */
export async function* historyText(rows: AsyncIterable<HistoryRow>): TextStream {
  let lines: string[] = []
  for await (const row of rows) {
    if (lines.push(`${JSON.stringify(historyRow(row))}\n`) < LINES) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

const historyRow = (row: HistoryRow): Schema<'PoolHistoryRow'> => ({
  day: row.day,
  contributor_id: row.contributorId,
  contributions: row.contributions,
  unique_contributions: row.uniqueContributions,
  credits_earned: row.creditsEarned,
  verdicts: row.verdicts,
})
