import type { Operation } from '../operation.js'
import { contributionHistory } from '../shapes/pool.js'

export const getPoolContributions: Operation<'getPoolContributions'> = async ({ pool, caller, query }) => {
  const { period = 'week', page = 1, limit = 20 } = query
  return { status: 200, body: contributionHistory(await pool.getPoolContributions(caller, { period, page, limit })) }
}
