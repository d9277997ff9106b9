// The HTTP client for webhooks and downloads: public or allowed addresses only, one connection per call.
import { performance } from 'node:perf_hooks'
import { rootCertificates } from 'node:tls'
import { type Clock, systemClock } from '../../kernel/clock.js'
import { abortable } from '../../kernel/concurrency/singleFlight.js'
import type { Downloader, Outbound, Unanswered } from '../../kernel/ports/outbound.js'
import type { Resolver } from '../../kernel/ports/resolver.js'
import { createAddressFilter } from './addressFilter.js'
import { CallFailed } from './callFailed.js'
import { connectTo } from './connect.js'
import { connectionError } from './connectionErrors.js'
import { exchange, type RequestContent } from './httpExchange.js'
import { resolveTarget } from './resolveTarget.js'
import { excerptOf } from './responseExcerpt.js'
import { parseRetryAfter } from './retryAfter.js'
import { parseTarget, type Target } from './target.js'

/** Time that a call in flight has to finish once its caller is shutting down. */
const SHUTDOWN_GRACE_MS = 2_000

interface OutboundOptions {
  /** Resolves all names; neither the hosts file nor the system's resolver is used. */
  readonly resolver: Pick<Resolver, 'a' | 'aaaa'>
  /** Ranges in CIDR notation that may be called although they are not public. */
  readonly allowedSubnets: readonly string[]
  /** How the operator allows a range, as a sentence. */
  readonly remedy?: string
  /** Converts a Retry-After date into a delay. */
  readonly clock?: Clock
  /** Certificate authorities in PEM that are trusted instead of Node's. */
  readonly authorities?: readonly string[]
}

const REMEDY = 'The operator can allow its range with WEBHOOK_ALLOWED_SUBNETS.'

interface CallLimits {
  /** Trusted beside the others. */
  readonly authorities?: readonly string[]
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * HTTP client on node:http. Every call opens its own connection: no proxy, no connection pool, and no second lookup
 * between the check of an address and the connection to it.
 */
export function createOutbound(options: OutboundOptions): Outbound & Downloader {
  const { resolver, allowedSubnets, clock = systemClock, authorities, remedy = REMEDY } = options
  const problemOfAddress = createAddressFilter(allowedSubnets)
  const inFlight = new Map<AbortController, Promise<unknown>>()
  let closed = false

  /** Why a target may not be called at these addresses; undefined if it may. */
  function problemOfAddresses({ host, isAddress }: Target, addresses: readonly string[]): string | undefined {
    const problems = new Set(addresses.map(problemOfAddress))
    const subject = isAddress ? `The address ${host} is` : `${host} resolves to an address that is`
    if (problems.has('cloud')) return `${subject} the metadata service or host agent of a cloud, or link-local.`
    if (!problems.has('not_public')) return undefined
    return `${subject} not on the public internet. ${remedy}`
  }

  async function call(
    url: string,
    content: RequestContent,
    {
      deadline,
      signal,
      authorities: more,
    }: { readonly deadline: number; readonly signal: AbortSignal; readonly authorities: readonly string[] | undefined },
  ) {
    const target = parseTarget(url)
    if ('problem' in target) throw new CallFailed('not_allowed', target.problem)
    const resolution = await resolveTarget(target, resolver, signal)
    if ('problem' in resolution) throw new CallFailed('name', resolution.problem)
    const { addresses } = resolution
    const problem = problemOfAddresses(target, addresses)
    if (problem) throw new CallFailed('not_allowed', problem)
    const trusted = more ? [...(authorities ?? rootCertificates), ...more] : authorities
    const socket = await connectTo(target, { addresses, deadline, signal, authorities: trusted })
    return exchange(socket, target, content)
  }

  /** Calls within limits of time. @returns what `read` makes of the reply, or why there is none */
  async function run<T>(
    url: string,
    content: RequestContent,
    { timeoutMs, signal: shutdown, authorities }: CallLimits,
    read: (reply: Awaited<ReturnType<typeof call>>) => T,
  ) {
    if (closed || shutdown?.aborted) return { ...unansweredFor(serviceStopped()), durationMs: 0 }
    const start = performance.now()
    const controller = new AbortController()
    const { signal } = controller
    const stopTimers = abortInTime(controller, timeoutMs, shutdown)
    const outcome = abortable(call(url, content, { deadline: start + timeoutMs, signal, authorities }), signal)
      .then(read)
      .catch((error: Error) => unansweredFor(signal.aborted ? signal.reason : error))
      .finally(() => {
        stopTimers()
        inFlight.delete(controller)
      })
    inFlight.set(controller, outcome)
    return { ...(await outcome), durationMs: Math.round(performance.now() - start) }
  }

  return {
    async problemOf(url) {
      const target = parseTarget(url)
      if ('problem' in target) return target.problem
      const resolution = await resolveTarget(target, resolver)
      return 'addresses' in resolution ? problemOfAddresses(target, resolution.addresses) : undefined
    },

    post: (url, { headers, body, ...limits }) =>
      run(url, { method: 'POST', headers, body }, limits, ({ status, retryAfter, location, body: content }) => {
        const retryAfterMs = parseRetryAfter(retryAfter, clock.now())
        return {
          outcome: 'answered' as const,
          status,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
          ...(location !== undefined && status >= 300 && status < 400 && { location }),
          body: excerptOf(content),
        }
      }),

    get: (url, { maxBytes, ...limits }) =>
      run(url, { method: 'GET', headers: {}, body: '', maxBytes }, limits, ({ status, body: content, isCut }) => {
        if (isCut) throw new CallFailed('connection', `The response is larger than ${maxBytes} bytes.`)
        return { outcome: 'answered' as const, status, content }
      }),

    async close() {
      closed = true
      for (const controller of inFlight.keys()) controller.abort(serviceStopped())
      await Promise.all(inFlight.values())
    },
  }
}

/** Aborts a call after its timeout, or after a grace period once its caller shuts down. @returns cancels both timers */
function abortInTime(controller: AbortController, timeoutMs: number, shutdown: AbortSignal | undefined): () => void {
  const timedOut = () => new CallFailed('timeout', `No complete response within ${timeoutMs / 1000} s.`)
  const timer = setTimeout(() => controller.abort(timedOut()), timeoutMs)
  let graceTimer: NodeJS.Timeout | undefined
  const onShutdown = () => {
    graceTimer = setTimeout(() => controller.abort(serviceStopped()), SHUTDOWN_GRACE_MS)
  }
  shutdown?.addEventListener('abort', onShutdown, { once: true })
  return () => {
    clearTimeout(timer)
    clearTimeout(graceTimer)
    shutdown?.removeEventListener('abort', onShutdown)
  }
}

function unansweredFor(error: Error): Omit<Unanswered, 'durationMs'> {
  const { kind, message } = error instanceof CallFailed ? error : connectionError(error)
  return { outcome: 'unanswered', cause: kind, reason: message }
}

const serviceStopped = () => new CallFailed('connection', 'The service stopped before the response arrived.')
