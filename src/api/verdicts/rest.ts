// REST operations of verdicts and decisions.
import type { DecisionPage, DecisionView } from '../../features/verdicts/index.js'
import { defaultsOf } from '../contract/defaults.js'
import type { Operation } from '../operation.js'
import { decisionBody, verdictsBody, verdictsCsv } from './present.js'

export const VERDICTS = defaultsOf('getVerdicts', ['interval', 'limit', 'timezone'])
const DECISIONS = defaultsOf('listDecisions', ['limit'])

export const getVerdicts: Operation<'getVerdicts'> = async (request) => {
  const { format, ...input } = request.query
  const view = await request.verdicts.getVerdicts(request.caller, { ...VERDICTS, ...input })
  if ((format ?? preferredFormat(request.header('accept'))) === 'json') return { status: 200, body: verdictsBody(view) }
  return { status: 200, headers: { 'Content-Type': 'text/csv; charset=utf-8' }, body: verdictsCsv(view) }
}

/** CSV only for who names it first: browsers and clients that accept everything get JSON. */
const preferredFormat = (accept = ''): 'json' | 'csv' => (/^\s*text\/csv\b/i.test(accept) ? 'csv' : 'json')

export const listDecisions: Operation<'listDecisions'> = async ({ verdicts, caller, call, query }) => {
  const { request_id: requestId, ...input } = query
  return {
    status: 200,
    body: pageBody(await verdicts.listDecisions(caller, { ...DECISIONS, ...input, requestId }, call.signal)),
  }
}

export const searchDecisions: Operation<'searchDecisions'> = async ({ verdicts, caller, call, body }) => ({
  status: 200,
  body: pageBody(await verdicts.listDecisions(caller, { ...DECISIONS, ...body }, call.signal)),
})

const pageBody = ({ decisions, nextCursor }: DecisionPage) => ({
  decisions: decisions.map((decision: DecisionView) => decisionBody(decision)),
  next_cursor: nextCursor,
})
