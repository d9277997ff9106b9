import { Command, InvalidArgumentError } from 'commander'
import { loadConfig } from '../config.js'
import type { ExportRow } from '../features/pool/index.js'
import { isPosition, type Position } from '../kernel/position.js'
import { snakeCase } from './output.js'
import { parseTimestamp } from './parseTimestamp.js'
import { writeTexts } from './writeTexts.js'

/** Rows per write. */
const BATCH_SIZE = 100

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Export the contributions to the pools as pseudonymous NDJSON: days instead of times; accounts, addresses and domains as hashes under a key used only for exports; only addresses that the pool answers for, and only days that ended at least an hour ago',
    )
    .option('--from <position>', 'Resume after the row with this position', position)
    .option(
      '--to <time>',
      'Leave out days that had not ended by this time: ISO 8601, or a UTC date (end of that day)',
      timestamp,
    )
    .option('--json', 'No effect: the output is always NDJSON')
    .action(async ({ from: after, to: until }: { from?: Position; to?: number }) => {
      const { openPoolAsOf } = await import('../composition/poolAsOf.js')
      const opened = await openPoolAsOf(loadConfig())
      try {
        await writeTexts(textOf(opened.exportPool({ after, until })), process.stdout)
      } finally {
        await opened.close()
      }
    })
}

async function* textOf(rows: AsyncIterable<ExportRow>): AsyncGenerator<string, void> {
  let lines: string[] = []
  for await (const row of rows) {
    if (lines.push(`${JSON.stringify(snakeCase(row))}\n`) < BATCH_SIZE) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

const timestamp = (text: string): number => parseTimestamp(text)

function position(text: string): Position {
  if (!isPosition(text)) throw new InvalidArgumentError('Must be the `position` of a row: 32 hexadecimal digits.')
  return text
}
