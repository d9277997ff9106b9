/** Items of which a share is reported, and the bound of that share in per cent, if there is one. */
export interface Measure<T> {
  readonly title: string
  readonly items: readonly T[]
  readonly matches: (item: T) => boolean
  readonly explain: (item: T) => string
  /** How much an item counts; 1 by default. */
  readonly weight?: (item: T) => number
  /** Whether an item should not match. */
  readonly isBad?: boolean
  readonly atLeast?: number
  readonly atMost?: number
}

/** Prints the share of the items that match, and on request those that should, or should not, have. Sets the exit code. */
export function report<T>(measure: Measure<T>, isVerbose: boolean): void {
  const { title, items, matches, explain, weight = () => 1, isBad, atLeast, atMost } = measure
  const matching = new Set(items.filter(matches))
  const sum = (all: Iterable<T>) => [...all].reduce((total, item) => total + weight(item), 0)
  const share = items.length === 0 ? 0 : (sum(matching) / sum(items)) * 100
  const missed =
    items.length === 0 || (atLeast !== undefined && share < atLeast) || (atMost !== undefined && share > atMost)
  const bound = atLeast !== undefined ? `, at least ${atLeast} %` : atMost !== undefined ? `, at most ${atMost} %` : ''
  const count = `${matching.size} of ${items.length} (${share.toFixed(3)} %${bound})`
  console.log(`  ${title}: ${count}${missed ? ' MISSED' : ''}`)
  if (missed) process.exitCode = 1
  if (!isVerbose) return
  for (const item of isBad ? matching : items.filter((each) => !matching.has(each))) console.log(`    ${explain(item)}`)
}
