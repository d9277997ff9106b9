/** A row of a batch; its index is its place among all rows, from 0, a header excluded. */
export interface InputRow {
  /** As given; null where the cell was empty. */
  readonly email: string | null
  /** The earlier row that has the same canonical address, and is the first that has. */
  readonly sameAs: number | undefined
}

/**
 * A row as its blob holds it, one JSON text a line: `"a@b.c"` stands there for the first time, `[17,"A@b.c"]` repeats
 * the canonical address of row 17, `null` is an empty cell.
 */
export const rowText = ({ email, sameAs }: InputRow): string =>
  `${JSON.stringify(sameAs === undefined ? email : [sameAs, email])}\n`

/** @param lines without the last line break @throws Error when they are no rows */
export const parseRows = (lines: string): InputRow[] =>
  (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as unknown[]).map(rowOf)

function rowOf(value: unknown): InputRow {
  if (typeof value === 'string' || value === null) return { email: value, sameAs: undefined }
  if (Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string') {
    return { sameAs: value[0], email: value[1] }
  }
  throw new Error('a line of a blob of rows is no row')
}
