// Columns that downloads append to a file, recognised again when it is uploaded.

/** The columns that every download appends to the file's own. */
const RESULT_COLUMNS = [
  'mp_status',
  'mp_valid',
  'mp_reason',
  'mp_disposable',
  'mp_role',
  'mp_free',
  'mp_did_you_mean',
] as const

/** Appended too if the download says which address of a cell was verified. */
const ADDRESS_COLUMN = 'mp_email'

/** Appended too if the account had rules of its own. */
const RULE_COLUMNS = ['mp_decision', 'mp_rule'] as const

/** Appended too if mail servers were asked. */
const MAILBOX_COLUMNS = ['mp_mailbox', 'mp_mailbox_final'] as const

/** What a download appends beside the columns of every download. */
export interface Additions {
  /** Whether it says which address of a cell was verified. */
  readonly withAddress?: boolean
  /** Whether it says what the account's own rules decided. */
  readonly withRules?: boolean
  /** Whether it says what mail servers said. */
  readonly withMailbox?: boolean
}

/** The names of the columns that the download of a file appends. */
export const addedColumns = ({
  withAddress = false,
  withRules = false,
  withMailbox = false,
}: Additions): readonly string[] => [
  ...RESULT_COLUMNS,
  ...(withAddress ? [ADDRESS_COLUMN] : []),
  ...(withRules ? RULE_COLUMNS : []),
  ...(withMailbox ? MAILBOX_COLUMNS : []),
]

const NAMES: ReadonlySet<string> = new Set(addedColumns({ withAddress: true, withRules: true, withMailbox: true }))
const BOTH = [false, true]
const COUNTS = new Set(
  BOTH.flatMap((withMailbox) =>
    BOTH.flatMap((withRules) =>
      BOTH.map((withAddress) => addedColumns({ withAddress, withRules, withMailbox }).length),
    ),
  ),
)

const isResultName = (cell: string): boolean => NAMES.has(cell.trim())

/** Indexes of the columns that an earlier download appended, by the header's names. */
export const resultColumnsOf = (header: readonly string[]): number[] => {
  const columns = [...header.keys()].filter((column) => isResultName(header[column]!))
  return columns.some((column) => header[column]!.trim() === RESULT_COLUMNS[0]) ? columns : []
}

const STATUS = /^(?:valid|invalid|unknown|)$/
const FLAG = /^(?:true|false|)$/

/** The same in a file without a header, by the contents of the first rows. */
export function resultColumnsIn(records: readonly (readonly string[])[]): number[] {
  const width = records[0]?.length ?? 0
  for (const count of COUNTS) {
    const from = width - count
    const isResult = (record: readonly string[]) =>
      record.length === width &&
      STATUS.test(record[from]!) &&
      [1, 3, 4, 5].every((flag) => FLAG.test(record[from + flag]!))
    if (from > 0 && records.every(isResult) && records.some((record) => record[from] !== '')) {
      return Array.from({ length: count }, (_, index) => from + index)
    }
  }
  return []
}
