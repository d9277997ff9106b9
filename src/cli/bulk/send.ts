import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { PermanentError, RetryableError } from './retryErrors.js'

export interface OutgoingRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Read once the connection is open. */
  readonly body?: AsyncIterable<Buffer>
  /** Maximum time without any traffic. */
  readonly idleTimeoutMs?: number
  readonly signal: AbortSignal
}

const CONNECT_TIMEOUT_MS = 5_000
/** Default idle timeout of a connection; the service reads and checks a large file in less. */
const IDLE_TIMEOUT_MS = 120_000

/** Temporary network errors. Others, such as an invalid certificate, are permanent. */
const TEMPORARY_ERRORS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ECONNABORTED: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
}

/**
 * Sends one request on a new connection, so that no keep-alive connection is reused while the server is closing it.
 * A response that arrives before the whole body has been sent stops the upload.
 * @throws RetryableError or PermanentError if there is no response
 */
export function sendRequest({
  url,
  method,
  headers,
  body,
  signal,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
}: OutgoingRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = open(url, { method, headers, signal, agent: false })
    const fail = (error: unknown) => reject(describeError(url, error))
    const giveUp = () => outgoing.destroy(timeoutError())
    const connecting = setTimeout(giveUp, CONNECT_TIMEOUT_MS)
    outgoing.setTimeout(idleTimeoutMs, giveUp)
    outgoing.on('error', fail)
    outgoing.on('close', () => clearTimeout(connecting))
    outgoing.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        if (body) pipeline(body, outgoing).catch(fail)
      }),
    )
    outgoing.on('response', (response) => {
      response.once('end', () => stopSending(outgoing))
      resolve(response)
    })
    if (!body) outgoing.end()
  })
}

/** Body of a response. @throws RetryableError if it is incomplete */
export async function* receive(response: IncomingMessage, url: URL): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response) yield piece
  } catch (error) {
    throw describeError(url, error)
  }
  if (!response.complete) throw describeError(url, Object.assign(new Error('incomplete'), { code: 'ECONNRESET' }))
}

function stopSending(outgoing: ClientRequest): void {
  if (!outgoing.writableFinished) outgoing.destroy()
}

const timeoutError = () => Object.assign(new Error('idle timeout'), { code: 'ETIMEDOUT' })

function describeError(url: URL, error: unknown): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || error instanceof PermanentError) return error
  const why = TEMPORARY_ERRORS[code ?? '']
  if (why) return new RetryableError(`Cannot reach ${url.origin}: ${why}`)
  return new PermanentError(`The request to ${url.origin} failed: ${message || code}.`)
}
