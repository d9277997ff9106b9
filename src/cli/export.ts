import { Command, InvalidArgumentError } from 'commander'
import { openPast } from '../composition/index.js'
import { loadConfig } from '../config.js'
import type { ExportRow } from '../features/pool/index.js'
import { isPosition, type Position } from '../kernel/position.js'
import { parseTimestamp } from './parseTimestamp.js'
import { writeTexts } from './writeTexts.js'

/** Rows that are written together. */
const ROWS = 100

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'every contribution to the pools, anonymised, as NDJSON: accounts as the public knows them, addresses and domains under a key of their own',
    )
    .option('--from <position>', 'go on behind the row that has this position', position)
    .option('--to <time>', 'end with what was recorded then: ISO 8601, or a UTC date for the end of that day', moment)
    .option('--json', 'as JSON, which it is in any case')
    .action(async ({ from: after, to: until }: { from?: Position; to?: number }) => {
      const past = await openPast(loadConfig())
      try {
        await writeTexts(textOf(past.exportPool({ after, until })), process.stdout)
      } finally {
        await past.close()
      }
    })
}

async function* textOf(rows: AsyncIterable<ExportRow>): AsyncGenerator<string, void> {
  let lines: string[] = []
  for await (const row of rows) {
    if (lines.push(`${JSON.stringify(snakeCase(row))}\n`) < ROWS) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

/** The names that REST would give its members. */
const snakeCase = (row: ExportRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  )

const moment = (text: string): number => parseTimestamp(text)

function position(text: string): Position {
  if (!isPosition(text)) throw new InvalidArgumentError('The `position` of a row: 32 hexadecimal digits.')
  return text
}
