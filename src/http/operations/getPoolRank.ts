import type { Operation } from '../operation.js'
import { rankBody } from '../shapes/pool.js'

export const getPoolRank: Operation<'getPoolRank'> = async ({ pool, caller, query }) => ({
  status: 200,
  body: rankBody(await pool.getPoolRank(caller, query.period)),
})
