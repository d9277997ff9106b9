/** Characters of a caller's name that may be repeated to the caller. */
const MAX_NAME = 40

/** What no name needs and a log or a terminal may obey: control, format and unassigned characters, lone surrogates. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}`]/gu

/** A name that a caller chose, safe to print: at most 40 characters, no control characters; '""' when it is empty. */
export function printable(name: string): string {
  if (name === '') return '""'
  const characters = Array.from(name.slice(0, 2 * MAX_NAME + 1))
  const kept = characters.slice(0, MAX_NAME).join('').replace(UNPRINTABLE, '\u{FFFD}')
  return characters.length > MAX_NAME ? `${kept}…` : kept
}

/** The known name that was probably meant: equal but for case and signs, or a slip or two away. */
export function meant(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined
  const plainName = plain(name)
  return known
    .map((candidate) => ({ candidate, slips: distance(plainName, plain(candidate)) }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.slips - b.slips)[0]?.candidate
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. Both texts are short. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity
      next.push(Math.min(substituted, swapped, row[j]! + 1, next[j - 1]! + 1))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
