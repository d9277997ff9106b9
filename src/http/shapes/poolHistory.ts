import type { HistoryRow } from '../../features/pool/index.js'
import type { Schema } from '../contract/types.js'
import type { TextStream } from '../stream.js'

/** Lines that are sent together: a write each would cost more than making them. */
const LINES = 100

/** PoolHistory, as the contract has it, text by text: years of rows are never in memory together. */
export async function* historyText(rows: AsyncIterable<HistoryRow>): TextStream {
  let lines: string[] = []
  for await (const row of rows) {
    if (lines.push(`${JSON.stringify(historyRow(row))}\n`) < LINES) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

const historyRow = (row: HistoryRow): Schema<'PoolHistoryRow'> => ({
  day: row.day,
  contributor_id: row.contributorId,
  contributions: row.contributions,
  unique_contributions: row.uniqueContributions,
  credits_earned: row.creditsEarned,
  verdicts: row.verdicts,
})
