// `mailproof export <dataset>`: one command per table.
import { Command, InvalidArgumentError, Option } from 'commander'
import pc from 'picocolors'
import { FORMATS, type Format } from '../../api/exports/formatNames.js'
import type { openExports } from '../../composition/exports.js'
import { loadConfig } from '../../config.js'
import { VERSION } from '../../version.js'
import { jsonObject } from '../jsonOption.js'
import { lowerPriority } from '../lowerPriority.js'
import { print, printError, printJson, UsageError } from '../output.js'
import { endOf, startOf } from '../parseTimestamp.js'
import { bytes as inBytes, plural } from '../progress/words.js'
import { exitCodeOf, onStopSignal } from '../signals.js'
import { writeTexts } from '../writeTexts.js'
import { writeFileWhole } from './outputFile.js'

type Datasets = Omit<Awaited<ReturnType<typeof openExports>>, 'close'>
type Row = { readonly rowPosition: string }

interface Options {
  readonly format: Format
  readonly output?: string
  readonly from?: number
  readonly to?: number
  readonly after?: string
  readonly json?: boolean
}

export interface DatasetCommand {
  readonly name: keyof Datasets
  readonly description: string
  /** What a period consists of. */
  readonly unit: 'hours' | 'days'
  /** Number of hexadecimal digits of a row's position. */
  readonly positionDigits: number
}

/** The command that exports a table; all of them have the same options. @param exit sets the exit code */
export const datasetCommand = (
  { name, description, unit, positionDigits }: DatasetCommand,
  exit: (code: number) => void,
): Command =>
  new Command(name)
    .description(description)
    .addOption(new Option('--format <format>', 'Format of the rows').choices(FORMATS).default('ndjson'))
    .option(
      '--output <file>',
      'Write to this file, which appears, or is replaced, when it is whole (default: standard output)',
    )
    .option('--from <time>', `Only whole ${unit} from this time: ISO 8601, or a UTC date`, startOf)
    .option('--to <time>', `Only whole ${unit} before this time: ISO 8601, or a UTC date, with all of its day`, endOf)
    .option('--after <position>', 'Only rows after the one with this `row_position`', positionOf(positionDigits))
    .option('--json', `${jsonObject('file', 'rows', 'bytes', 'position')}; with --output`)
    .action((options: Options) => runExport(name, options, exit))

const positionOf = (digits: number) => (text: string) => {
  if (!new RegExp(`^[0-9a-f]{${digits}}$`).test(text))
    throw new InvalidArgumentError(`Must be the row_position of a row of this export: ${digits} hexadecimal digits.`)
  return text
}

async function runExport(name: keyof Datasets, options: Options, exit: (code: number) => void): Promise<void> {
  const { format, output, from, to, after, json } = options
  if (from !== undefined && to !== undefined && from >= to) throw new UsageError('--from must be before --to.')
  if (from !== undefined && from > Date.now()) throw new UsageError('--from must not be in the future.')
  if (json && output === undefined) throw new UsageError('--json needs --output: standard output is the export itself.')
  if (format === 'parquet' && output === undefined && process.stdout.isTTY)
    throw new UsageError('Standard output is a terminal: redirect it to a file, or name one with --output.')
  lowerPriority()
  const [{ openExports }, { written }] = await Promise.all([
    import('../../composition/exports.js'),
    import('../../api/exports/formats.js'),
  ])
  const opened = await openExports(loadConfig())
  try {
    const { columns, rows } = opened[name]
    const tally = { rows: 0, position: after ?? null }
    const chunks = counted(rows({ from, to, after }) as AsyncIterable<readonly Row[]>, tally)
    const pieces = written<Row>(format, columns, chunks, `mailproof version ${VERSION}`)
    if (output === undefined) return await writeTexts(pieces, process.stdout)
    const stopping = new AbortController()
    const stopListening = onStopSignal((signal) => stopping.abort(signal))
    try {
      const size = await writeFileWhole(output, pieces, stopping.signal)
      report(output, size, tally, json)
    } catch (error) {
      if (!stopping.signal.aborted) throw error
      printError((error as Error).message)
      exit(exitCodeOf(stopping.signal.reason))
    } finally {
      stopListening()
    }
  } finally {
    await opened.close()
  }
}

interface Tally {
  rows: number
  /** Of the last row. */
  position: string | null
}

async function* counted(chunks: AsyncIterable<readonly Row[]>, tally: Tally): AsyncGenerator<readonly Row[], void> {
  for await (const rows of chunks) {
    tally.rows += rows.length
    tally.position = rows.at(-1)?.rowPosition ?? tally.position
    yield rows
  }
}

function report(file: string, size: number, { rows, position }: Tally, json: boolean | undefined): void {
  if (json) {
    printJson({ file, rows, bytes: size, position })
    return
  }
  const next = position === null ? '' : `; the next export may go on with --after ${position}`
  print(`Exported ${plural(rows, 'row')}, ${inBytes(size)}, to ${pc.bold(file)}${next}.`)
}
