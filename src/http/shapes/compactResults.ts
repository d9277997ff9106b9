import type { BatchRow } from '../../features/batches/index.js'
import { agentResult } from './agentResult.js'

/** The results of an agent's batch, as it is told of them. */
export async function compactResults(read: () => Promise<AsyncIterable<readonly BatchRow[]>>): Promise<object[]> {
  const results: object[] = []
  for await (const rows of await read()) {
    for (const { index, email, verdict } of rows) results.push(agentResult('compact', index, { email, verdict }))
  }
  return results
}
