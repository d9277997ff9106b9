import { Failure } from '../../../kernel/failure.js'

/** Where in a file something is wrong: rows as a spreadsheet counts them, from 1, the header included. */
interface Place {
  readonly row?: number
  readonly column?: string | number
}

/** @param message says what to change */
export const csvInvalid = (message: string, place?: Place): Failure => new Failure('CSV_INVALID', message, place)

/** Rows of a file, the header excluded. */
export const MAX_ROWS = 1_000_000

export const tooManyRows = (): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', 'The file may have at most 1,000,000 rows: split it.', { limit: MAX_ROWS })
