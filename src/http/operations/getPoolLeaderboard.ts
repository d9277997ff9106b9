import type { PublicOperation } from '../operation.js'
import { revalidated } from '../revalidated.js'
import { leaderboardBody } from '../shapes/pool.js'

export const getPoolLeaderboard: PublicOperation<'getPoolLeaderboard'> = async (request) => {
  const { period = 'weekly', limit = 10 } = request.query
  const leaderboard = await request.pool.getPoolLeaderboard(period, limit)
  return revalidated(leaderboardBody(leaderboard), request.header('if-none-match'))
}
