import { performance } from 'node:perf_hooks'
import { type Clock, systemClock } from '../../kernel/clock.js'
import { abortable } from '../../kernel/concurrency/singleFlight.js'
import type { Answered, Outbound } from '../../kernel/ports/outbound.js'
import type { Resolver } from '../../kernel/ports/resolver.js'
import { addressesOf } from './addressesOf.js'
import { createAddressRule } from './allowedAddress.js'
import { CallFailed } from './callFailed.js'
import { connectTo } from './connect.js'
import { exchange, type Message } from './exchange.js'
import { connectionProblem } from './problems.js'
import { excerptOf } from './responseExcerpt.js'
import { retryAfterMs } from './retryAfter.js'
import { readTarget, type Target } from './target.js'

/** Milliseconds that a target has to answer once its caller has to leave. */
const LEAVE_MS = 2_000

interface OutboundOptions {
  /** The hosts file is not consulted, nor the system's resolver: names are what this says. */
  readonly resolver: Pick<Resolver, 'a' | 'aaaa'>
  /** Ranges in CIDR notation that are open although they are not public. */
  readonly allowedSubnets: readonly string[]
  /** For answers that name a time at which to try again. */
  readonly clock?: Clock
  /** Certificate authorities in PEM that are trusted instead of Node's. */
  readonly authorities?: readonly string[]
}

/**
 * Calls over node:http on connections of their own: never a proxy, never a connection from a pool, never a second
 * look-up between the check of an address and the connection to it.
 */
export function createOutbound({
  resolver,
  allowedSubnets,
  clock = systemClock,
  authorities,
}: OutboundOptions): Outbound {
  const isAllowed = createAddressRule(allowedSubnets)
  const underWay = new Map<AbortController, Promise<unknown>>()
  let closed = false

  /** Why a target may not be called at these addresses. */
  function problemOfAddresses({ host, isAddress }: Target, addresses: readonly string[]): string | undefined {
    if (addresses.every(isAllowed)) return undefined
    const what = isAddress ? `The address ${host} is` : `${host} leads to an address that is`
    return `${what} not on the public internet. The operator can open its range with WEBHOOK_ALLOWED_SUBNETS.`
  }

  async function call(
    url: string,
    message: Message,
    until: number,
    signal: AbortSignal,
  ): Promise<Omit<Answered, 'durationMs'>> {
    const target = readTarget(url)
    if ('problem' in target) throw new CallFailed('not_allowed', target.problem)
    const found = await addressesOf(target, resolver, signal)
    if ('reason' in found) throw new CallFailed('name', found.reason)
    const problem = problemOfAddresses(target, found.addresses)
    if (problem) throw new CallFailed('not_allowed', problem)
    const socket = await connectTo(target, { addresses: found.addresses, until, signal, authorities })
    const { status, retryAfter, body } = await exchange(socket, target, message)
    const waitMs = retryAfterMs(retryAfter, clock.now())
    return {
      outcome: 'answered',
      status,
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      body: excerptOf(body),
    }
  }

  return {
    async problemOf(url) {
      const target = readTarget(url)
      if ('problem' in target) return target.problem
      const found = await addressesOf(target, resolver)
      return 'addresses' in found ? problemOfAddresses(target, found.addresses) : undefined
    },

    async post(url, { timeoutMs, signal: leaving, ...message }) {
      const start = performance.now()
      const controller = new AbortController()
      const { signal } = controller
      const timer = setTimeout(
        () => controller.abort(new CallFailed('timeout', `No whole answer within ${timeoutMs / 1000} s.`)),
        timeoutMs,
      )
      let lastWait: NodeJS.Timeout | undefined
      const hurry = () => {
        lastWait = setTimeout(() => controller.abort(stopped()), LEAVE_MS)
      }
      leaving?.addEventListener('abort', hurry, { once: true })
      const calling = abortable(call(url, message, start + timeoutMs, signal), signal)
        .catch((error: Error) => {
          const failed: Error = signal.aborted ? signal.reason : error
          const { why, message: reason } = failed instanceof CallFailed ? failed : connectionProblem(failed)
          return { outcome: 'unanswered' as const, cause: why, reason }
        })
        .finally(() => {
          clearTimeout(timer)
          clearTimeout(lastWait)
          leaving?.removeEventListener('abort', hurry)
          underWay.delete(controller)
        })
      underWay.set(controller, calling)
      if (closed || leaving?.aborted) controller.abort(stopped())
      return { ...(await calling), durationMs: Math.round(performance.now() - start) }
    },

    async close() {
      closed = true
      for (const controller of underWay.keys()) controller.abort(stopped())
      await Promise.all(underWay.values())
    },
  }
}

const stopped = () => new CallFailed('connection', 'The service stopped before there was an answer.')
