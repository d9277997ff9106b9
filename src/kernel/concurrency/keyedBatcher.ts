import { StoreUnavailable } from '../ports/eventStore.js'

/**
 * Does what is wanted of one key one after the other, and what came meanwhile at once: however many ask, a key has one
 * request under way.
 * @param work answers in the order of its items; none of them is done when it rejects, as far as is known
 */
export function createKeyedBatcher<Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  const lines = new Map<string, Waiting[]>()

  async function drain(key: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const group = line.splice(0)
      try {
        const results = await work(
          key,
          group.map(({ item }) => item),
        )
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!)
      } catch (error) {
        // Whoever waits behind has waited for the same store.
        if (error instanceof StoreUnavailable) group.push(...line.splice(0))
        for (const { reject } of group) reject(error)
      }
    }
    lines.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const line = lines.get(key)
      if (line) {
        line.push(waiting)
        return
      }
      const begun = [waiting]
      lines.set(key, begun)
      queueMicrotask(() => drain(key, begun))
    })
}
