// Joins requests with the same key while one is in flight.
import { StoreUnavailable } from '../ports/eventStore.js'
import { type Stage, unlimitedStage } from './rounds.js'

export interface KeyedBatcherOptions<Item> {
  /** Maximum size of a batch; a larger item makes a batch of its own. Unlimited by default. */
  readonly maxSize?: number
  /** Size of an item. Default: 1. */
  readonly sizeOf?: (item: Item) => number
  /** Decides when the requests of all keys start. By default, each starts as soon as its key is free. */
  readonly stage?: Stage | undefined
}

/**
 * Keyed batcher: at most one request per key is in flight; items that arrive meanwhile are sent together in the next
 * one. A request starts at the end of the turn of the event loop, with all items that arrived in the turn.
 * @param work returns results in the order of its items; if it rejects, every item of the batch counts as failed
 */
export function createKeyedBatcher<Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  { maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 1, stage = unlimitedStage }: KeyedBatcherOptions<Item> = {},
): (key: string, item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  const queues = new Map<string, Waiting[]>()

  /** Number of items at the front of the queue that make a batch. */
  function fitting(queue: readonly Waiting[]): number {
    if (maxSize === Number.POSITIVE_INFINITY) return queue.length
    let size = sizeOf(queue[0]!.item)
    let count = 1
    while (count < queue.length) {
      size += sizeOf(queue[count]!.item)
      if (size > maxSize) break
      count++
    }
    return count
  }

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      await stage.enter()
      const batch = queue.splice(0, fitting(queue))
      try {
        const results = await work(
          key,
          batch.map(({ item }) => item),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      } catch (error) {
        // Items that arrived meanwhile wait for the same store: fail them now instead of after another timeout.
        if (error instanceof StoreUnavailable) batch.push(...queue.splice(0))
        for (const { reject } of batch) reject(error)
      } finally {
        stage.leave(batch.length)
      }
    }
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      stage.arrive()
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const started = [waiting]
      queues.set(key, started)
      void drain(key, started)
    })
}
