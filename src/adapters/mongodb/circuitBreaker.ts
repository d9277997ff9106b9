// Calls to a MongoDB that does not respond fail at once, until it does.
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** Timeout of a call; the driver has none for a whole call. */
const CALL_TIMEOUT_MS = 4_500
/** The circuit opens when no call got a response for this long, although one was waiting for all of it. */
const OPENS_AFTER_MS = 3_000
/** Timeout of a call while the circuit is open. Calls are still sent, so that the first response closes it. */
const OPEN_TIMEOUT_MS = 400

/** Shared by all calls of one client, so that they fail fast while its server does not respond. */
export interface CircuitBreaker {
  /** Records that the server has responded, even if with an error. */
  recordResponse(): void
  /**
   * Starts the timeout of a call. Calls made one after the other, or concurrently, wait only once for a server that does
   * not respond.
   */
  startTimeout(): CallTimeout
  /**
   * `performance.now()` since which at least one call has waited for a response while none arrived, whether the call is
   * still pending or has failed; undefined if every call since the last response got one.
   */
  silentSince(): number | undefined
}

interface CallTimeout {
  /** Rejects with StoreUnavailable when the call has timed out. */
  readonly timedOut: Promise<never>
  /** Stops the timeout. */
  end(): void
}

interface PendingCall {
  /** The circuit has opened. */
  shorten(): void
}

export function createCircuitBreaker(): CircuitBreaker {
  const pending = new Set<PendingCall>()
  let lastResponseAt = Number.NEGATIVE_INFINITY
  let silentSince: number | undefined
  let isOpen = false

  function open(): void {
    isOpen = true
    for (const call of pending) call.shorten()
  }

  function startTimeout(): CallTimeout {
    const startedAt = performance.now()
    silentSince ??= startedAt
    let timer: NodeJS.Timeout
    let checking: NodeJS.Immediate | undefined
    let reject: (error: Error) => void
    const timedOut = new Promise<never>((_resolve, rejectCall) => {
      reject = rejectCall
    })

    const checkIn = (milliseconds: number): NodeJS.Timeout =>
      setTimeout(() => {
        // Responses that arrived while the event loop was blocked are processed first.
        checking = setImmediate(check)
      }, milliseconds)

    function check(): void {
      const elapsed = performance.now() - startedAt
      if (lastResponseAt < startedAt && elapsed >= OPENS_AFTER_MS && !isOpen) open()
      if (isOpen || elapsed >= CALL_TIMEOUT_MS) reject(new StoreUnavailable('MongoDB did not respond in time'))
      else timer = checkIn((elapsed < OPENS_AFTER_MS ? OPENS_AFTER_MS : CALL_TIMEOUT_MS) - elapsed)
    }

    const call: PendingCall = {
      shorten() {
        clearTimeout(timer)
        timer = checkIn(OPEN_TIMEOUT_MS)
      },
    }
    timer = checkIn(isOpen ? OPEN_TIMEOUT_MS : OPENS_AFTER_MS)
    pending.add(call)

    return {
      timedOut,
      end() {
        clearTimeout(timer)
        if (checking) clearImmediate(checking)
        pending.delete(call)
      },
    }
  }

  return {
    recordResponse() {
      lastResponseAt = performance.now()
      // The call that got this response is still pending itself.
      silentSince = pending.size > 1 ? lastResponseAt : undefined
      isOpen = false
    },
    startTimeout,
    silentSince: () => silentSince,
  }
}
