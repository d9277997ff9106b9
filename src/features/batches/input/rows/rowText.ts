/** A row of a batch. Rows are indexed from 0, excluding the header. */
export interface InputRow {
  /** As given; null for an empty cell. */
  readonly email: string | null
  /** The first row with the same canonical address, if that is an earlier one. */
  readonly sameAs: number | undefined
}

/**
 * A row as stored in its blob, one JSON text per line: `"a@b.c"` is the first occurrence of an address, `[17,"A@b.c"]`
 * repeats the canonical address of row 17, `null` is an empty cell.
 */
export const rowText = ({ email, sameAs }: InputRow): string =>
  `${JSON.stringify(sameAs === undefined ? email : [sameAs, email])}\n`

/** @param lines without the last line break @throws Error if a line is not a row */
export const parseRows = (lines: string): InputRow[] =>
  (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as unknown[]).map(rowOf)

function rowOf(value: unknown): InputRow {
  if (typeof value === 'string' || value === null) return { email: value, sameAs: undefined }
  if (Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string') {
    return { sameAs: value[0], email: value[1] }
  }
  throw new Error('a line of a blob of rows is not a row')
}
