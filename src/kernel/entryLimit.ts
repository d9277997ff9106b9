/**
 * Limits an LRUCache to a number of entries without allocating all of them when it is created, as `max` does: caches for
 * 200,000 entries would cost a service that does little tens of milliseconds at start and megabytes of memory.
 */
export const entryLimit = (entries: number) => ({ maxSize: entries, sizeCalculation: one })

const one = (): number => 1
