// Replaces a MongoDB client that hangs although its server responds.
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import type { Log } from '../../kernel/log.js'

/** How often the watchdog checks whether calls are answered. */
const CHECK_MS = 500
/** A client is suspected when its calls have had no response for this long. */
const SUSPECTED_AFTER_MS = 2_500
/** How long a suspected client may take to answer, after the store has answered a new one. */
const GRACE_MS = 2_000
const PING_PAUSE_MS = 100
/** Consecutive replacements without any response until the process counts as hung. */
const MAX_FAILED_REPLACEMENTS = 2

/** A client that may replace the current one. */
interface Replacement {
  /** Makes all later calls use it. */
  adopt(): void
  discard(): void
}

interface WatchdogOptions {
  /** `performance.now()` since which calls wait for a response while none arrives; undefined if they do not. */
  readonly silentSince: () => number | undefined
  /** Asks the current client, and records its response. May never settle. */
  readonly ping: () => Promise<void>
  /** Opens a new client. @throws when the store does not answer it in time */
  readonly open: () => Promise<Replacement>
  readonly log: Log
}

export interface Watchdog {
  replacements(): number
  /** Aborted when replacing the client did not help. */
  readonly hung: AbortSignal
  stop(): void
}

/**
 * Replaces a client whose calls are not answered although the store answers a new client. The driver can wait forever after
 * the server has closed a connection with FIN while the process was busy: `Connection.writeCommand` of mongodb 7.8 awaits an
 * event `drain` that a socket does not emit after FIN. A monitor that waits so leaves the server unknown for good.
 */
export function startWatchdog({ silentSince, ping, open, log }: WatchdogOptions): Watchdog {
  const hung = new AbortController()
  let replacements = 0
  /** Replacements since the last response. */
  let failed = 0
  let lastReplacedAt = Number.NEGATIVE_INFINITY
  let isChecking = false
  let isStopped = false

  function isSuspected(): boolean {
    const since = silentSince()
    // After a replacement, the new client gets the same time.
    return since !== undefined && performance.now() - Math.max(since, lastReplacedAt) >= SUSPECTED_AFTER_MS
  }

  /** Whether the current client gets a response to a ping or to any other call. */
  async function answersInTime(): Promise<boolean> {
    const until = performance.now() + GRACE_MS
    while (isSuspected()) {
      const left = until - performance.now()
      if (left <= 0) return false
      try {
        await withTimeout(left, ping())
        return true
      } catch {
        await pause(PING_PAUSE_MS)
      }
    }
    return true
  }

  async function check(): Promise<void> {
    const since = silentSince()
    if (since === undefined || since > lastReplacedAt) failed = 0
    if (!isSuspected()) return
    let replacement: Replacement
    try {
      replacement = await open()
    } catch {
      // The store itself does not answer.
      failed = 0
      return
    }
    if ((await answersInTime()) || isStopped) return replacement.discard()
    if (failed === MAX_FAILED_REPLACEMENTS) {
      replacement.discard()
      stop()
      hung.abort(
        new Error(`MongoDB answers a new client, but none of the ${failed} clients that replaced the first one`),
      )
      return
    }
    const silentMs = Math.round(performance.now() - silentSince()!)
    failed++
    replacements++
    lastReplacedAt = performance.now()
    replacement.adopt()
    log.warn({ silentMs, replacements }, 'MongoDB answers a new client, but not the current one; replaced the client')
  }

  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await check()
    isChecking = false
  }, CHECK_MS).unref()

  function stop(): void {
    isStopped = true
    clearInterval(timer)
  }

  return { replacements: () => replacements, hung: hung.signal, stop }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
