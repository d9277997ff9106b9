/**
 * Limits an LRUCache to a number of entries without allocating all of them when it is created, as `max` does: caches for
 * 200,000 entries would cost a service that does little tens of milliseconds at start and megabytes of memory.
 */
export const entryLimit = (entries: number) => ({ maxSize: entries, sizeCalculation: one })

const one = (): number => 1

/** Characters that one entry of a cache may hold before it counts as several. */
const CHARACTERS_PER_ENTRY = 512

/**
 * Limits an LRUCache like `entryLimit`, for entries whose size strangers choose: an entry with more than 512 characters
 * counts as several, so that the limit bounds the memory too.
 * @param textsOf the strings that an entry holds
 */
export const textEntryLimit = <V>(entries: number, textsOf: (value: V) => readonly string[]) => ({
  maxSize: entries,
  sizeCalculation(value: V): number {
    let characters = 0
    for (const text of textsOf(value)) characters += text.length
    return 1 + Math.floor(characters / CHARACTERS_PER_ENTRY)
  },
})
