// Subscriptions over server-sent events, where WebSockets cannot pass: the "distinct connections mode" of graphql-sse.
import type { Request, Response } from 'express'
import { type ExecutionArgs, type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql'
import type { Auth } from '../../api/auth.js'
import type { Credentials } from '../../api/credentials.js'
import { siteOf } from '../../httpMessages/clientNetwork.js'
import { dataHeaders } from '../../httpMessages/securityHeaders.js'
import type { Headers } from '../../httpMessages/send.js'
import { Failure } from '../../kernel/failure.js'
import { type ErrorDetails, presentError } from '../errors.js'
import { CHECK_INTERVAL_MS, CHECKS_PER_PULSE, refusalOfKey } from '../subscriberChecks.js'
import type { SocketPermits } from '../websocket/socketPermits.js'
import type { Subscribe } from '../websocket/subscriptions.js'
import { type EventStream, onlyFrames, openEventStream } from './eventStream.js'

const EVENT_STREAM = 'text/event-stream'
const HEADERS = {
  'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
  // nginx would collect events before it passes them on.
  'X-Accel-Buffering': 'no',
}

/**
 * Whether a request accepts events. Only with a JSON body: for that, browsers ask before they send it for a page of another origin.
 */
export function wantsEvents({ method, headers }: Request): boolean {
  const { accept = '', 'content-type': type = '' } = headers
  return method === 'POST' && /^application\/json\b/i.test(type) && accept.toLowerCase().includes(EVENT_STREAM)
}

/** Whether a request accepts no other answer than events. */
export const wantsOnlyEvents = (request: Request): boolean =>
  wantsEvents(request) && !/json|\*\/\*/i.test(request.headers.accept ?? '')

/** The headers and the body of an operation that is no subscription, for those who accept only events. */
export const asEvents = (json: string) => ({ headers: HEADERS, body: onlyFrames(json) })

export const isSubscription = (
  document: ExecutionArgs['document'],
  operationName: string | null | undefined,
): boolean => getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION

interface Opening {
  readonly request: Request
  readonly response: Response
  readonly headers: Headers
  readonly failing: ErrorDetails
  /** The key of the request, if it has one. */
  readonly credentials: Credentials | undefined
  /** Whose share of subscriptions this uses. */
  readonly shareKey: string
  /** Counts the operation, and prepares its execution. */
  readonly prepare: () => Promise<ExecutionArgs>
}

interface EventStreamsDependencies {
  readonly auth: Pick<Auth, 'identify'>
  readonly subscribe: Subscribe
  readonly permits: SocketPermits
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** Open streams, with the limits of WebSockets: permits per client, subscriptions per account, keys that stay valid. */
export function createEventStreams({ auth, subscribe, permits }: EventStreamsDependencies) {
  const streams = new Map<EventStream, Pick<Opening, 'credentials' | 'failing'>>()
  let timer: NodeJS.Timeout | undefined
  let checks = 0
  let isStopped = false

  function check(): void {
    const isPulseDue = ++checks % CHECKS_PER_PULSE === 0
    for (const [stream, { credentials, failing }] of streams) {
      if (credentials) void checkKey(stream, credentials, failing)
      stream.check(isPulseDue)
    }
  }

  async function checkKey(stream: EventStream, credentials: Credentials, failing: ErrorDetails): Promise<void> {
    const refusal = await refusalOfKey(auth, credentials)
    if (refusal) stream.end(resultOf(refusal, failing))
  }

  return {
    /**
     * Answers a subscription with a stream. Resolves as soon as that is open, or the client has gone.
     * @throws Failure SERVICE_UNAVAILABLE; what `prepare` throws
     */
    async open({ request, response, headers, failing, credentials, shareKey, prepare }: Opening): Promise<void> {
      if (isStopped) throw new Failure('SERVICE_UNAVAILABLE', 'The service is shutting down.')
      // A client that went while its query was read: nothing would tell when to release the permit.
      if (response.destroyed) return
      const release = once(permits.acquire(siteOf(request.ip ?? '')))
      // Before anything is awaited: the client may be gone by then.
      response.once('close', release)
      let results: Awaited<ReturnType<Subscribe>>
      try {
        results = await subscribe(shareKey, await prepare())
      } catch (error) {
        release()
        throw error
      }
      const present = (result: ExecutionResult): object =>
        result.errors ? { ...result, errors: result.errors.map((error) => presentError(error, failing)) } : result
      if (response.destroyed) {
        if (Symbol.asyncIterator in results) await results.return()
        return
      }
      response.writeHead(200, Object.entries({ ...dataHeaders, ...headers, ...HEADERS }).flat())
      if (!(Symbol.asyncIterator in results)) {
        response.end(onlyFrames(JSON.stringify(present(results))))
        return
      }
      const failed = (error: unknown) => resultOf(error, failing)
      const stream = openEventStream(response, { results, present, failed })
      streams.set(stream, { credentials, failing })
      response.once('close', () => forget(stream))
      timer ??= setInterval(check, CHECK_INTERVAL_MS).unref()
      if (isStopped) stream.interrupt()
    },

    /** Ends all streams: their clients connect again, to another process. */
    stop(): void {
      isStopped = true
      for (const stream of streams.keys()) stream.interrupt()
    },
  }

  function forget(stream: EventStream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** What tells callers why a stream has ended. */
const resultOf = (error: unknown, failing: ErrorDetails) => ({ errors: [presentError(error, failing)] })

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
