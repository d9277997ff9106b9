import type { Operation, PublicOperation } from '../operation.js'
import { withEtag } from '../rest/etag.js'
import { ACTIVITY, CONTRIBUTIONS, LEADERBOARD } from './defaults.js'
import {
  activityBody,
  contributionHistory,
  historyText,
  leaderboardBody,
  levelBody,
  poolStatsBody,
  rankBody,
} from './present.js'

export const getPoolStats: PublicOperation<'getPoolStats'> = async (request) =>
  withEtag(poolStatsBody(await request.pool.getPoolStats()), request.header('if-none-match'))

export const getPoolLeaderboard: PublicOperation<'getPoolLeaderboard'> = async (request) => {
  const { period, limit } = { ...LEADERBOARD, ...request.query }
  const leaderboard = await request.pool.getPoolLeaderboard(period, limit)
  return withEtag(leaderboardBody(leaderboard), request.header('if-none-match'))
}

export const getPoolActivity: PublicOperation<'getPoolActivity'> = async (request) => {
  const { limit } = { ...ACTIVITY, ...request.query }
  const body = activityBody(await request.pool.getPoolActivity(limit))
  const { activity, metrics } = body
  return withEtag(body, request.header('if-none-match'), { activity, metrics })
}

export const getPoolContributions: Operation<'getPoolContributions'> = async ({ pool, caller, query }) => {
  const contributions = await pool.getPoolContributions(caller, { ...CONTRIBUTIONS, ...query })
  return { status: 200, body: contributionHistory(contributions) }
}

export const getPoolRank: Operation<'getPoolRank'> = async ({ pool, caller, query }) => ({
  status: 200,
  body: rankBody(await pool.getPoolRank(caller, query.period)),
})

export const getPoolLevels: Operation<'getPoolLevels'> = async ({ pool }) => ({
  status: 200,
  body: { levels: (await pool.getPoolLevels()).map(levelBody) },
})

export const getPoolHistory: Operation<'getPoolHistory'> = ({ pool, caller, query }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: historyText(pool.getPoolHistory(caller, query)),
})
