import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { PermanentError, RetryableError } from './retryErrors.js'

export interface Outgoing {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: AsyncIterable<Buffer>
  readonly signal: AbortSignal
}

/** A connection on which nothing moves for so long is given up; a large file is read in less. */
const SILENCE_MS = 120_000

/** Troubles of networks, which pass; others, such as a wrong certificate, do not. */
const PASSING: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ECONNABORTED: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
}

/**
 * Sends one request on a connection of its own, so that none is reused that the other side is just closing.
 * An answer that comes before the body is sent ends the sending. @throws NotNow, NotDone when there is no answer
 */
export function send({ url, method, headers, body, signal }: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = open(url, { method, headers, signal, agent: false })
    const fail = (error: unknown) => reject(explained(url, error))
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(timedOut()))
    outgoing.on('error', fail)
    outgoing.on('response', (answer) => {
      answer.once('end', () => stopSending(outgoing))
      resolve(answer)
    })
    if (body) pipeline(body, outgoing).catch(fail)
    else outgoing.end()
  })
}

/** The bytes of an answer. @throws NotNow when it breaks off */
export async function* receive(answer: IncomingMessage, url: URL): AsyncGenerator<Buffer> {
  try {
    for await (const piece of answer) yield piece
  } catch (error) {
    throw explained(url, error)
  }
  if (!answer.complete) throw explained(url, Object.assign(new Error('incomplete'), { code: 'ECONNRESET' }))
}

function stopSending(outgoing: ClientRequest): void {
  if (!outgoing.writableFinished) outgoing.destroy()
}

const timedOut = () => Object.assign(new Error('silent for too long'), { code: 'ETIMEDOUT' })

function explained(url: URL, error: unknown): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || error instanceof PermanentError) return error
  const why = PASSING[code ?? '']
  if (why) return new RetryableError(`${url.origin} cannot be reached: ${why}`)
  return new PermanentError(`${url.origin} cannot be asked: ${message || code}.`)
}
