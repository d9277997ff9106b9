import { destination, pino } from 'pino'
import type { Log } from '../../kernel/log.js'

const STANDARD_ERROR = 2
/** Errors that caused an error are told so deep. */
const MOST_CAUSES = 5

/**
 * One JSON line an event, on standard error: standard output belongs to people.
 * @param to a file descriptor, or the path of a file
 */
export const createPinoLog = (level: string, to: number | string = STANDARD_ERROR): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: errorFields } },
    destination({ dest: to, sync: false }),
  )

/**
 * What is told of an error. Of its own members only its code: libraries put into others what they were given, such as
 * the `input` of a URL that is none, or the documents that a database did not take.
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
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: errorFields(cause, depth + 1) }),
  }
}
