import { randomFillSync } from 'node:crypto'

const pool = new Uint16Array(4096)
let next = pool.length

/** 16 random bits from a CSPRNG, fetched in bulk: one call per query would cost as much as the query. */
export function random16(): number {
  if (next === pool.length) {
    randomFillSync(pool)
    next = 0
  }
  return pool[next++]!
}
