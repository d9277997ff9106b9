import type { PublicOperation } from '../operation.js'
import { revalidated } from '../revalidated.js'
import { activityBody } from '../shapes/pool.js'

export const getPoolActivity: PublicOperation<'getPoolActivity'> = async (request) => {
  const { limit = 50 } = request.query
  const body = activityBody(await request.pool.getPoolActivity(limit))
  const { activity, metrics } = body
  return revalidated(body, request.header('if-none-match'), { activity, metrics })
}
