// Names in messages: a caller's name made safe to print, and the known name closest to a misspelt one.

/** Maximum number of characters of a caller-supplied name that messages repeat. */
const MAX_LENGTH = 40

/** Characters that a log or a terminal might interpret: control, format and unassigned characters, lone surrogates. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}`]/gu

/** A caller-supplied name, safe to print: at most 40 characters, no control characters; '""' if empty. */
export function printable(name: string): string {
  if (name === '') return '""'
  const characters = Array.from(name.slice(0, 2 * MAX_LENGTH + 1))
  const kept = characters.slice(0, MAX_LENGTH).join('').replace(UNPRINTABLE, '\u{FFFD}')
  return characters.length > MAX_LENGTH ? `${kept}…` : kept
}

/** Maximum edit distance between a misspelt name and the known one. */
const MAX_EDITS = 2

/** The known name closest to a misspelt one: equal except for case and punctuation, or at an edit distance of 1 or 2. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const plainName = plain(name)
  return known
    .map((candidate) => ({ candidate, plainCandidate: plain(candidate) }))
    .filter(({ plainCandidate }) => Math.abs(plainCandidate.length - plainName.length) <= MAX_EDITS)
    .map(({ candidate, plainCandidate }) => ({ candidate, edits: distance(plainName, plainCandidate) }))
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits)[0]?.candidate
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Optimal string alignment distance: insertions, deletions, substitutions and transpositions. Both strings are short. */
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
