import type { PublicOperation } from '../operation.js'
import { revalidated } from '../revalidated.js'
import { poolStatsBody } from '../shapes/pool.js'

export const getPoolStats: PublicOperation<'getPoolStats'> = async (request) =>
  revalidated(poolStatsBody(await request.pool.getPoolStats()), request.header('if-none-match'))
