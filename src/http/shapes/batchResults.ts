import type { BatchResults } from '../../features/batches/index.js'
import type { TextStream } from '../stream.js'
import { agentResult, agentStats } from './agentResult.js'

/** AgentBatchResponse, as the contract has it, text by text: a million rows are never in memory together. */
export async function* batchResultsText({ view, chunks }: BatchResults): TextStream {
  const { batchId, format, processed, valid, startedAt, completedAt } = view
  const ms = startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : 0
  yield `{"id":${JSON.stringify(batchId)},"results":[`
  let comma = ''
  for await (const rows of chunks()) {
    if (rows.length === 0) continue
    yield comma + rows.map((row) => JSON.stringify(agentResult(format, row.index, row))).join()
    comma = ','
  }
  yield `],"stats":${JSON.stringify(agentStats(processed, valid, ms))}}`
}
