// What is said about a file once it has been read.
import type { CellCounts, CsvDialect } from '../events.js'
import { WARNING_SHARE } from '../input/dialect/addressColumn.js'
import { addedColumns } from '../input/resultColumns.js'
import { additionsOf } from './additions.js'

interface ReadFile {
  readonly dialect: CsvDialect
  readonly cells: CellCounts
  /** Version of the account's own rules; undefined without. */
  readonly rules: number | undefined
  /** Undefined unless mail servers are asked. */
  readonly mailbox?: object | undefined
  /** Rows. */
  readonly total: number
  /** The column of addresses, for people: `2 (E-Mail)`. */
  readonly column: string
}

const number = (value: number): string => value.toLocaleString('en-US')
const counted = (value: number, one: string, many: string): string => `${number(value)} ${value === 1 ? one : many}`

/** What was done to read a file that is not a plain table of addresses, in sentences. */
export function remarksOn({ dialect, ...file }: Omit<ReadFile, 'total' | 'column'>): string[] {
  const { cells } = file
  const { linesBefore = 0, nested, replaced, header } = dialect
  const { names, several, further, mailto, invisible, quotes, uneven } = cells
  const added = addedColumns(additionsOf(file))
  const cellsHave = (count: number) => counted(count, 'cell has', 'cells have')
  return [
    ...(linesBefore > 0
      ? [`Skipped ${counted(linesBefore, 'line', 'lines')} before the header, which will stay as they are.`]
      : []),
    ...(nested ? ['Every line is a single quoted cell: the cells inside it were read.'] : []),
    ...(replaced ? ['The file has columns of an earlier result, which will be replaced.'] : []),
    ...(names > 0 ? [`${cellsHave(names)} a name or brackets beside the address: only the address was read.`] : []),
    ...(several > 0
      ? [
          `${cellsHave(several)} several addresses: the first was read, ${counted(further, 'other was', 'others were')} not.`,
        ]
      : []),
    ...(mailto > 0 ? [`${cellsHave(mailto)} "mailto:" or another label before the address, which was left out.`] : []),
    ...(invisible > 0 ? [`${cellsHave(invisible)} invisible characters, which were left out.`] : []),
    ...(quotes > 0 ? [`${cellsHave(quotes)} quotes or separators around the address, which were left out.`] : []),
    ...(uneven > 0
      ? [
          `${counted(uneven, 'row has', 'rows have')} more or fewer cells than the header: not verified, not charged, \`row_length\` in \`mp_reason\`.`,
        ]
      : []),
    ...(header ? [] : [`The file has no header. These columns will be appended: ${added.join(', ')}.`]),
  ]
}

/** Questions a column of which more than a tenth of the cells are no addresses; undefined for any other. */
export function warningOn({ cells, total, column }: Pick<ReadFile, 'cells' | 'total' | 'column'>): string | undefined {
  const { empty, otherText } = cells
  const without = empty + otherText
  if (without <= WARNING_SHARE * total) return undefined
  const kinds = [
    ...(empty > 0 ? [`${number(empty)} empty`] : []),
    ...(otherText > 0 ? [`${number(otherText)} with other text`] : []),
  ]
  const are = without === 1 ? 'is not an address' : 'are not addresses'
  const advice = [
    'If another column has the addresses, cancel this job and upload the file with `email_column`.',
    ...(otherText > 0 ? ['If other text is beside them, leave it out.'] : []),
  ]
  return `${number(without)} of ${counted(total, 'cell', 'cells')} in column ${column} ${are} (${kinds.join(', ')}). ${advice.join(' ')}`
}
