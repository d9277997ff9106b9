import { createSlices } from './concurrency/slices.js'
import type { Places } from './places.js'
import { abortable } from './singleFlight.js'

export interface Window {
  /** As many pieces of work are under way at once. */
  readonly places: Places
  /** Pieces that are begun in one turn of the event loop at most, so that others have theirs. */
  readonly slice: number
  readonly takeTurn: () => Promise<unknown>
  /** An abort waits for nothing that is under way. */
  readonly signal?: AbortSignal | undefined
}

/**
 * What comes of work on each item, in their order. Work that is done at once takes no place: it is not waited for.
 * @throws what work failed with first, once nothing is under way; the signal's reason at once
 */
export async function inWindow<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
  { places, slice, takeTurn, signal }: Window,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  const slices = createSlices(slice)
  let underWay = 0
  let failed: { readonly error: unknown } | undefined
  let over: (() => void) | undefined

  function end(): void {
    underWay--
    places.give()
    if (underWay === 0) over?.()
  }

  for (const [index, item] of items.entries()) {
    if (slices.isOver()) {
      await takeTurn()
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
    const place = places.take()
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
