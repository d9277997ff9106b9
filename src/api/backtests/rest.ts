// REST operations of backtests.
import { defaultsOf } from '../contract/defaults.js'
import type { Operation } from '../operation.js'
import { backtestInput } from './input.js'
import { backtestBody, backtestsBody } from './present.js'

export const createBacktest: Operation<'createBacktest'> = async ({ backtests, caller, call, body }) => ({
  status: 202,
  body: backtestBody(await backtests.createBacktest(caller, backtestInput(body), call.actor)),
})

const PAGE = defaultsOf('listBacktests', ['limit'])

export const listBacktests: Operation<'listBacktests'> = async ({ backtests, caller, query }) => ({
  status: 200,
  body: backtestsBody(await backtests.listBacktests(caller, { ...PAGE, ...query })),
})

export const getBacktest: Operation<'getBacktest'> = async ({ backtests, caller, params }) => ({
  status: 200,
  body: backtestBody(await backtests.getBacktest(caller, params.backtestId)),
})

export const cancelBacktest: Operation<'cancelBacktest'> = async ({ backtests, caller, call, params }) => ({
  status: 200,
  body: backtestBody(await backtests.cancelBacktest(caller, params.backtestId, call.actor)),
})
