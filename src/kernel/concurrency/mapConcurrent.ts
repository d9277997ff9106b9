import type { ConcurrencyLimit } from './concurrencyLimit.js'
import { abortable } from './singleFlight.js'
import { createSlices } from './slices.js'

export interface ConcurrencyOptions {
  /** As many pieces of work are under way at once. */
  readonly places: ConcurrencyLimit
  /** Pieces that are begun in one turn of the event loop at most, so that others have theirs. */
  readonly sliceSize: number
  readonly yieldTurn: () => Promise<unknown>
  /** An abort waits for nothing that is under way. */
  readonly signal?: AbortSignal | undefined
}

/**
 * What comes of work on each item, in their order. Work that is done at once takes no place: it is not waited for.
 * @throws what work failed with first, once nothing is under way; the signal's reason at once
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
  { places, sliceSize, yieldTurn, signal }: ConcurrencyOptions,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  const slices = createSlices(sliceSize)
  let underWay = 0
  let failed: { readonly error: unknown } | undefined
  let over: (() => void) | undefined

  function end(): void {
    underWay--
    places.release()
    if (underWay === 0) over?.()
  }

  for (const [index, item] of items.entries()) {
    if (slices.isOver()) {
      await yieldTurn()
      slices.begin()
    }
    if (failed) break
    signal?.throwIfAborted()
    const result = work(item, index)
    if (!(result instanceof Promise)) {
      results[index] = result
      continue
    }
    underWay++
    result.then(
      (value) => {
        results[index] = value
        end()
      },
      (error: unknown) => {
        failed ??= { error }
        end()
      },
    )
    // Without a wait where there is none: what is asked in one turn goes to a store together.
    const place = places.acquire()
    if (place) await abortable(place, signal)
  }
  if (underWay > 0) {
    const ended = new Promise<void>((resolve) => {
      over = resolve
    })
    await abortable(ended, signal)
  }
  if (failed) throw failed.error
  return results
}
