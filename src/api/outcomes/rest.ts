// REST operations of outcomes.
import type { Operation } from '../operation.js'
import { outcomeInputs, qualityBody } from './present.js'

export const recordOutcomes: Operation<'recordOutcomes'> = async ({ outcomes, caller, call, body }) => ({
  status: 200,
  body: {
    success: true,
    ...(await outcomes.recordOutcomes(caller, { outcomes: outcomeInputs(body.outcomes) }, call.actor)),
  },
})

export const getOutcomeQuality: Operation<'getOutcomeQuality'> = async ({ outcomes, caller, query }) => ({
  status: 200,
  body: qualityBody(await outcomes.getOutcomeQuality(caller, query)),
})
