// REST operations of outcomes.
import { byLine } from '../contract/csvBody.js'
import type { Operation } from '../operation.js'
import { outcomeInputs, qualityBody } from './present.js'

export const recordOutcomes: Operation<'recordOutcomes'> = async ({ outcomes, caller, call, body }) => {
  try {
    const received = await outcomes.recordOutcomes(caller, { outcomes: outcomeInputs(body.outcomes) }, call.actor)
    return { status: 200, body: { success: true, ...received } }
  } catch (error) {
    throw byLine(error, body)
  }
}

export const recordSenderEvents: Operation<'recordSenderEvents'> = async ({ outcomes, caller, call, params, body }) => {
  const received = await outcomes.recordSenderEvents(caller, { sender: params.sender, body }, call.actor)
  return { status: 200, body: { success: true, ...received } }
}

export const getOutcomeQuality: Operation<'getOutcomeQuality'> = async ({ outcomes, caller, query }) => ({
  status: 200,
  body: qualityBody(await outcomes.getOutcomeQuality(caller, query)),
})
