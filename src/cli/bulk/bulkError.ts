import { MailproofError } from '../../client/index.js'
import { visible } from '../output.js'
import { PermanentError, RetryableError } from './retryErrors.js'

/** Temporary network errors, by the code of Node.js or of its `fetch`. Others, such as an invalid certificate, are permanent. */
const TEMPORARY_ERRORS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ECONNABORTED: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'the connection timed out',
  UND_ERR_BODY_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
}

/** What an error of the client means for the command: RetryableError, PermanentError, or any other error unchanged. */
export function bulkError(error: unknown, { origin }: URL): unknown {
  if (!(error instanceof MailproofError)) return error
  const { status, code, retryable, retryAfterMs } = error
  if (code === 'TIMEOUT') return new RetryableError(`Cannot reach ${origin}: the connection timed out`)
  if (code === 'NETWORK_ERROR') return networkError(error, origin)
  const message = visible(error.message).replace('Check the base URL.', `Check --url, which is ${origin}.`)
  return retryable ? new RetryableError(message.replace(/\.$/, ''), retryAfterMs) : new PermanentError(message, status)
}

/** `fetch` rejects with an error whose cause is that of Node.js. */
function networkError({ cause }: MailproofError, origin: string): RetryableError | PermanentError {
  const { code, message } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as NodeJS.ErrnoException
  const why = TEMPORARY_ERRORS[code ?? '']
  return why
    ? new RetryableError(`Cannot reach ${origin}: ${why}`)
    : new PermanentError(`The request to ${origin} failed: ${message || code}.`)
}
