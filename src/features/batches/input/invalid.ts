import { Failure } from '../../../kernel/failure.js'
import { perRequest } from '../../../kernel/limits.js'

/** Location of an error in a file. Rows are counted as in a spreadsheet: from 1, including the header. */
type CsvLocation = {
  readonly row?: number
  readonly column?: string | number
}

/** @param message says what the user should change */
export const csvInvalid = (message: string, location?: CsvLocation): Failure =>
  new Failure('CSV_INVALID', message, location)

/** Maximum rows of a file, excluding the header. */
export const MAX_ROWS = perRequest.uploads.rows

export const tooManyRows = (): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', 'The file may have at most 1,000,000 rows. Split it into several files.', {
    limit: MAX_ROWS,
  })
