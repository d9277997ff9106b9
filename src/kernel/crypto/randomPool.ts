// Random bytes for many small uses: nonces, ids.
import { randomFillSync } from 'node:crypto'

/** Bytes fetched at once, because twelve cost as much as eight thousand. */
const POOL_BYTES = 8_192

/** Creates a function that returns so many random bytes, each of which is used once. To be used at once: later calls overwrite them. */
export function createRandomPool(size: number): () => Buffer {
  const pool = Buffer.alloc(POOL_BYTES - (POOL_BYTES % size))
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}
