import Papa from 'papaparse'
import { holdsAddress } from '../../../src/features/batches/input/cell/holdsAddress.js'
import { addressColumnOf, WARNING_SHARE } from '../../../src/features/batches/input/dialect/addressColumn.js'
import { unwrappedRecords } from '../../../src/features/batches/input/dialect/nested.js'
import { firstRowOf } from '../../../src/features/batches/input/dialect/table.js'
import { unmarkedUtf16 } from '../../../src/features/batches/input/text/unmarkedUtf16.js'

/** A file's beginning is enough to recognise its columns. */
const SAMPLE_BYTES = 65_536
const PREVIEW_ROWS = 5
const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_BYTES = 104_857_600

/** The beginning of a list. */
interface Sample {
  readonly delimiter: string
  readonly records: readonly (readonly string[])[]
}

interface Choice {
  readonly column?: number
  readonly hasHeader?: boolean
}

/** What is recognised in a list before it is sent. */
export interface RecognisedList {
  readonly file: File
  readonly sample: Sample
  readonly delimiter: string
  readonly hasHeader: boolean
  /** Index of the column of addresses, from 0. */
  readonly column: number
  /** Names of the columns, or their numbers. */
  readonly columns: readonly string[]
  readonly preview: readonly (readonly string[])[]
  /** What the person has chosen instead; the service recognises the rest as this page does. */
  readonly chosen: Choice
  /** Lines before the table. */
  readonly linesBefore: number
  /** Rows of the sample, and those without an address in the column that was recognised; 0 if they are few. */
  readonly sampled: number
  readonly without: number
  /** Identifies the request that uploads the list in this form, so that sending it twice makes one batch. */
  readonly requestId: string
}

/** Random; `crypto.randomUUID` does not exist over plain HTTP. */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A file that is no list, with the reason for the person who dropped it. */
class NoList extends Error {
  override readonly name = 'NoList'
}

/** Recognises the columns of a CSV file. @throws NoList */
export async function readList(file: File): Promise<RecognisedList> {
  if (file.size === 0) throw new NoList(`${file.name} is empty.`)
  if (file.size > MAX_BYTES) throw new NoList(`${file.name} has more than 100 MB. Divide it into several files.`)
  const text = decode(file.name, new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer()))
  const { data: lines, meta } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [...DELIMITERS],
    preview: 200,
  })
  const delimiter = DELIMITERS.find((each) => each === meta.delimiter) ?? ','
  return recognised(file, { delimiter, records: unwrappedRecords({ delimiter, records: lines })?.records ?? lines })
}

/** What a sample is recognised as, with what the person has chosen. @throws NoList */
export function recognised(file: File, sample: Sample, chosen: Choice = {}): RecognisedList {
  const { delimiter, records } = sample
  const linesBefore = chosen.hasHeader === false ? 0 : firstRowOf(records)
  const rows = records.slice(linesBefore)
  const [first] = rows
  const column = chosen.column ?? (first && addressColumnOf(rows, chosen.hasHeader === false ? [] : first))
  if (!first || column === undefined)
    throw new NoList(
      `${file.name} has no column of email addresses in its first rows. One column must hold an @ in each row.`,
    )
  const hasHeader = chosen.hasHeader ?? !(first[column] ?? '').includes('@')
  const columns = Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, index) => {
    const name = hasHeader ? (first[index] ?? '').trim() : ''
    return name === '' ? `Column ${index + 1}` : name
  })
  const cells = hasHeader ? rows.slice(1) : rows
  const without = cells.filter((row) => !holdsAddress(row[column] ?? '')).length
  return {
    file,
    sample,
    delimiter,
    hasHeader,
    column,
    columns,
    preview: cells.slice(0, PREVIEW_ROWS),
    chosen,
    linesBefore,
    sampled: cells.length,
    without: without > WARNING_SHARE * cells.length ? without : 0,
    requestId: newRequestId(),
  }
}

function decode(name: string, bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new NoList(`${name} is a spreadsheet or an archive. Save the sheet as CSV (UTF-8) and drop that file.`)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new NoList(`${name} is an old or protected workbook. Save the sheet as CSV (UTF-8) and drop that file.`)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const unmarked = unmarkedUtf16(bytes)
  if (unmarked) return new TextDecoder(unmarked).decode(bytes)
  if (bytes.includes(0)) throw new NoList(`${name} is not a text file. Drop a CSV file with one row per address.`)
  try {
    // `stream`: the sample may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
