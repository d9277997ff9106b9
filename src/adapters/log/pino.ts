import { destination, pino } from 'pino'
import type { Log } from '../../kernel/log.js'

const STANDARD_ERROR = 2
/** Maximum depth of an error's causes in the log. */
const MAX_CAUSE_DEPTH = 5

/**
 * Log that writes one line of JSON per entry, to standard error by default; standard output is for the output of
 * commands.
 * @param to file descriptor or file path
 */
export const createPinoLog = (level: string, to: number | string = STANDARD_ERROR): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: levelName },
      serializers: { error: errorFields },
    },
    destination({ dest: to, sync: false }),
  )

/** Writes the level as a word: `"level":"warn"`. */
const levelName = (level: string) => ({ level })

/**
 * Fields logged for an error. Of its own properties only `code` is logged: in others, libraries store input, such as
 * the `input` of an invalid URL or the documents that a database rejected.
 */
function errorFields(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && depth < MAX_CAUSE_DEPTH && { cause: errorFields(cause, depth + 1) }),
  }
}
