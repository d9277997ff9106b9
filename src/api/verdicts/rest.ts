// REST operations of verdicts and decisions.
import {
  type DecisionPage,
  type DecisionView,
  type OwnVerification,
  ownVerificationColumns,
} from '../../features/verdicts/index.js'
import type { DatasetRow } from '../../kernel/dataset.js'
import { defaultsOf } from '../contract/defaults.js'
import { csv } from '../exports/csv.js'
import { ndjson } from '../exports/ndjson.js'
import type { Operation } from '../operation.js'
import { decisionBody, verdictsBody, verdictsCsv } from './present.js'

export const VERDICTS = defaultsOf('getVerdicts', ['interval', 'limit', 'timezone'])
const VERIFICATIONS = defaultsOf('exportVerifications', ['format'])
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

export const exportVerifications: Operation<'exportVerifications'> = async ({ verdicts, caller, call, query }) => {
  const { format, ...input } = { ...VERIFICATIONS, ...query }
  const rows = await begun(verdicts.streamVerifications(caller, input, call.signal))
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
  const body = (format === 'csv' ? csv : ndjson)(
    ownVerificationColumns,
    rows as AsyncIterable<readonly (OwnVerification & DatasetRow)[]>,
  )
  return { status: 200, headers: { 'Content-Type': type }, body }
}

/** Reads the first chunk before anything is answered: an error until then has its own status. */
async function begun<Chunk>(chunks: AsyncIterable<Chunk>): Promise<AsyncIterable<Chunk>> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}
