import type { Operation } from '../operation.js'
import { historyText } from '../shapes/poolHistory.js'

export const getPoolHistory: Operation<'getPoolHistory'> = ({ pool, caller, query }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: historyText(pool.getPoolHistory(caller, query)),
})
