/** A small seeded random number generator (mulberry32): the same seed gives the same choices. */
export function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    /** An integer, both bounds included. */
    between,
    /** True with this probability. */
    happens: (share: number): boolean => next() < share,
    pick: <T>(items: readonly T[]): T => items[between(0, items.length - 1)]!,
  }
}

export type Chance = ReturnType<typeof createChance>
