import type { Operation } from '../operation.js'
import { levelBody } from '../shapes/pool.js'

export const getPoolLevels: Operation<'getPoolLevels'> = async ({ pool }) => ({
  status: 200,
  body: { levels: (await pool.getPoolLevels()).map(levelBody) },
})
