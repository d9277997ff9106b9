// Time-outs of requests that start again with every progress.
import { MailproofError } from './errors.js'

/** A longer timer would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Aborts a request when it has made no progress for a while, or when the caller's signal is aborted. */
export interface Timeout {
  /** Aborts the request. */
  readonly signal: AbortSignal
  /** Starts the time again. */
  restart(): void
  /** Stops the time, while nothing is awaited from the server. */
  pause(): void
  /** Aborts the request because of an error that is not the network's. */
  fail(error: unknown): void
  /** Stops the time and forgets the caller's signal. */
  end(): void
  /** What to throw for an error of the request: the reason of the abort, a timeout, or a network failure. */
  explain(error: unknown): unknown
}

export function startTimeout(url: string, timeoutMs: number, caller: AbortSignal | undefined): Timeout {
  const controller = new AbortController()
  const abort = () => controller.abort(caller?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  let failure: { readonly error: unknown } | undefined
  let isOver = false

  function restart(): void {
    clearTimeout(timer)
    // A stream may still send pieces after the server has refused it.
    if (isOver) return
    timer = setTimeout(
      () => fail(new MailproofError('TIMEOUT', `${url} did not respond within ${timeoutMs} ms.`, { retryable: true })),
      Math.min(timeoutMs, MAX_TIMER_MS),
    )
  }
  function fail(error: unknown): void {
    failure = { error }
    controller.abort()
  }
  const pause = () => clearTimeout(timer)

  caller?.addEventListener('abort', abort)
  restart()
  return {
    signal: controller.signal,
    restart,
    pause,
    fail,
    end() {
      isOver = true
      pause()
      caller?.removeEventListener('abort', abort)
    },
    explain(error) {
      if (caller?.aborted) return caller.reason
      if (failure) return failure.error
      if (error instanceof MailproofError) return error
      return new MailproofError('NETWORK_ERROR', `The request to ${url} failed.`, { retryable: true, cause: error })
    },
  }
}

/** Resolves after a delay. Rejects with the signal's reason if it is aborted before. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const timeout = startTimeout('', milliseconds, signal)
  await new Promise((resolve) => timeout.signal.addEventListener('abort', resolve))
  timeout.end()
  signal?.throwIfAborted()
}
