/** The fractional part of the golden ratio: its multiples modulo 1 are spread evenly. */
const GOLDEN_RATIO = 0.618_034

/** A deterministic, skewed choice of one of `count` items: a tenth of the items gets nearly half of all indices. */
export const skewedIndex = (index: number, count: number): number =>
  Math.floor(count * ((index * GOLDEN_RATIO) % 1) ** 3)

/** Runs `work` on each item, with a fixed number of concurrent workers. */
export async function runConcurrently<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
