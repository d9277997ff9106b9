/** Waiting lines of several keys that are served in turn, first come, first served within a key. */
export interface FairQueue<T> {
  add(key: string, item: T): void
  /** Does nothing if the item no longer waits. */
  remove(key: string, item: T): void
  /** Takes the first item of the next key that may be served; undefined if none may. */
  take(mayServe: (key: string) => boolean): { readonly key: string; readonly item: T } | undefined
  /** The item that would be taken next if every key may be served. */
  next(): { readonly key: string; readonly item: T } | undefined
  /** Number of items of a key. */
  waiting(key: string): number
  /** Number of items of all keys. */
  size(): number
  /** Number of keys that have items. */
  keys(): number
}

export function createFairQueue<T>(): FairQueue<T> {
  /** In the order in which the keys are served next. */
  const lines = new Map<string, Set<T>>()
  let size = 0

  function removed(key: string, line: Set<T>): void {
    size--
    if (line.size === 0) lines.delete(key)
  }

  return {
    add(key, item) {
      const line = lines.get(key)
      if (line) line.add(item)
      else lines.set(key, new Set([item]))
      size++
    },
    remove(key, item) {
      const line = lines.get(key)
      if (line?.delete(item)) removed(key, line)
    },
    take(mayServe) {
      for (let passedOver = 0; passedOver < lines.size; passedOver++) {
        const [key, line] = lines.entries().next().value!
        lines.delete(key)
        lines.set(key, line)
        if (!mayServe(key)) continue
        const [item] = line
        line.delete(item!)
        removed(key, line)
        return { key, item: item! }
      }
      return undefined
    },
    next() {
      for (const [key, line] of lines) for (const item of line) return { key, item }
      return undefined
    },
    waiting: (key) => lines.get(key)?.size ?? 0,
    size: () => size,
    keys: () => lines.size,
  }
}
