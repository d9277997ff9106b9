/** A row of a batch. Rows are indexed from 0, excluding the header. */
export interface InputRow {
  /** As given; null for an empty cell, and for a row that was not read. */
  readonly email: string | null
  /** The first row with the same canonical address, if that is an earlier one. */
  readonly sameAs: number | undefined
  /** Whether it is another address of a person of an earlier row. */
  readonly alias?: true
  /** Whether it was not read, because it has more or fewer cells than the header. */
  readonly uneven?: true
}

/**
 * A row as stored in its blob, one JSON text per line: `"a@b.c"` is the first occurrence of an address, `[17,"A@b.c"]`
 * repeats the canonical address of row 17, `["a+x@b.c"]` is another address of a person of an earlier row, `null` is an
 * empty cell, `false` a row that was not read.
 */
export function rowText({ email, sameAs, alias, uneven }: InputRow): string {
  if (uneven) return 'false\n'
  const text = JSON.stringify(email)
  if (sameAs !== undefined) return `[${sameAs},${text}]\n`
  return alias ? `[${text}]\n` : `${text}\n`
}

/** @param lines without the last line break @throws Error if a line is not a row */
export const parseRows = (lines: string): InputRow[] =>
  (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as unknown[]).map(rowOf)

function rowOf(value: unknown): InputRow {
  if (typeof value === 'string' || value === null) return { email: value, sameAs: undefined }
  if (value === false) return { email: null, sameAs: undefined, uneven: true }
  if (Array.isArray(value)) {
    const [first, email] = value
    if (Number.isInteger(first) && typeof email === 'string') return { sameAs: first, email }
    if (typeof first === 'string' && value.length === 1) return { email: first, sameAs: undefined, alias: true }
  }
  throw new Error('a line of a blob of rows is not a row')
}
