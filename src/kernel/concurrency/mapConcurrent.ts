// Maps items concurrently, up to a limit.
import type { ConcurrencyLimit } from './concurrencyLimit.js'
import { abortable } from './singleFlight.js'
import type { YieldIfDue } from './yielding.js'

export interface MapConcurrentOptions {
  /** Bounds how many asynchronous pieces of work run concurrently. */
  readonly concurrencyLimit: ConcurrencyLimit
  /** Called before each item is started, so that other work gets its turns. */
  readonly yieldIfDue: YieldIfDue
  /** Aborting rejects immediately, without waiting for work that is already running. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Concurrent map with a concurrency limit: applies `work` to each item and returns the results in the order of the
 * items. Work that returns synchronously takes no permit and is not awaited.
 * @throws the first failure, after all running work has settled; the signal's reason, immediately
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
  { concurrencyLimit, yieldIfDue, signal }: MapConcurrentOptions,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  let running = 0
  let failed: { readonly error: unknown } | undefined
  let onIdle: (() => void) | undefined

  function settled(): void {
    running--
    concurrencyLimit.release()
    if (running === 0) onIdle?.()
  }

  for (let index = 0; index < items.length; index++) {
    const pause = yieldIfDue()
    if (pause) await pause
    if (failed) break
    signal?.throwIfAborted()
    let result: Result | Promise<Result>
    try {
      result = work(items[index]!, index)
    } catch (error) {
      failed = { error }
      break
    }
    if (!(result instanceof Promise)) {
      results[index] = result
      continue
    }
    running++
    result.then(
      (value) => {
        results[index] = value
        settled()
      },
      (error: unknown) => {
        failed ??= { error }
        settled()
      },
    )
    // Await only when necessary: what is started in one turn reaches a store as one batch.
    const free = concurrencyLimit.acquire()
    if (free) await abortable(free, signal)
  }
  if (running > 0) {
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve
    })
    await abortable(idle, signal)
  }
  if (failed) throw failed.error
  return results
}
