/** How a typed text may have come from the intended one. */
export interface Slip {
  /** Number of edits: a character omitted, inserted or replaced, or two adjacent ones swapped. */
  readonly edits: number
  /** How unlikely the slips are, in bits: 3 to 7 for one that fingers, eyes or ears explain, 10 and more for chance. */
  readonly bits: number
}

const REPEATED = 3
const SWAPPED = 3
const OMITTED = 4
const NEIGHBOUR = 4
const CONFUSED = 5
const RANDOM = 10
/** The first letter is nearly always right: a factor. */
const FIRST = 1.5
/** A character too many in front of it, which makes another word of many a name. */
const ADDED_FIRST = 2

const ROWS = ['1234567890-', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm,.']
/** Horizontal offset of a row of keys, in key widths. */
const OFFSETS = [0, 0.5, 0.75, 1.25]
/** Characters that are confused by ear or by eye. */
const ALIKE = ['aeiou', '0o', '1il', 'ij', 'uvw', 'ck', 'sz', 'mn', 'iy', 'rn']

const ASCII = 128
/** Bits for one character in the place of another. */
const REPLACED = new Uint8Array(ASCII * ASCII).fill(RANDOM)

function rate(a: string, b: string, bits: number): void {
  if (a !== b) REPLACED[a.charCodeAt(0) * ASCII + b.charCodeAt(0)] = bits
}
for (const set of ALIKE) for (const a of set) for (const b of set) rate(a, b, CONFUSED)
const KEYS = ROWS.flatMap((row, y) => [...row].map((key, x) => ({ key, x: x + (OFFSETS[y] ?? 0), y })))
for (const a of KEYS)
  for (const b of KEYS) if (Math.abs(a.y - b.y) <= 1 && Math.abs(a.x - b.x) < 1.1) rate(a.key, b.key, NEIGHBOUR)

const replacedBits = (a: number, b: number) => (a < ASCII && b < ASCII ? (REPLACED[a * ASCII + b] ?? RANDOM) : RANDOM)

/** A character too many: low if it repeats the one beside it, or if its key is beside that one's. */
function addedBits(typed: string, at: number): number {
  const key = typed.charCodeAt(at)
  const [before, after] = [typed.charCodeAt(at - 1), typed.charCodeAt(at + 1)]
  if (key === before || key === after) return REPEATED
  const first = at === 0 ? ADDED_FIRST : 0
  if (replacedBits(key, before) === NEIGHBOUR || replacedBits(key, after) === NEIGHBOUR) return NEIGHBOUR + first
  for (const near of [at - 3, at - 2, at + 2, at + 3]) if (typed.charCodeAt(near) === key) return CONFUSED + first
  return RANDOM + first
}

const omittedBits = (meant: string, at: number): number =>
  at === 0 ? OMITTED * FIRST : meant.charCodeAt(at) === meant.charCodeAt(at - 1) ? REPEATED : OMITTED

// A cell combines bits and edits in one number, so that comparing numbers compares bits first, then edits.
const UNIT = 256
const edit = (bits: number) => Math.floor(bits) * UNIT + 1
const MAX_LENGTH = 40
/** Reused, because this is called often and never reentered. */
const cells = new Uint32Array(MAX_LENGTH * MAX_LENGTH)

/**
 * The most likely way from the intended to the typed text: optimal string alignment, each edit weighted by how likely
 * people make it. @throws RangeError if a text has 40 characters or more
 */
export function slipBetween(typed: string, meant: string): Slip {
  if (typed.length >= MAX_LENGTH || meant.length >= MAX_LENGTH) throw new RangeError('The text is too long')
  const width = meant.length + 1
  const cell = (i: number, j: number) => cells[i * width + j] ?? 0
  cells[0] = 0
  for (let j = 1; j < width; j += 1) cells[j] = cell(0, j - 1) + edit(omittedBits(meant, j - 1))
  for (let i = 1; i <= typed.length; i += 1) {
    const a = typed.charCodeAt(i - 1)
    const extra = edit(addedBits(typed, i - 1))
    cells[i * width] = cell(i - 1, 0) + extra
    for (let j = 1; j < width; j += 1) {
      const b = meant.charCodeAt(j - 1)
      let min = cell(i - 1, j - 1)
      if (a !== b) {
        const again = a === typed.charCodeAt(i - 2)
        const bits = again ? NEIGHBOUR : replacedBits(a, b)
        min += edit(i === 1 ? bits * FIRST : bits)
        if (i > 1 && j > 1 && a === meant.charCodeAt(j - 2) && b === typed.charCodeAt(i - 2))
          min = Math.min(min, cell(i - 2, j - 2) + edit(SWAPPED))
      }
      cells[i * width + j] = Math.min(min, cell(i - 1, j) + extra, cell(i, j - 1) + edit(omittedBits(meant, j - 1)))
    }
  }
  const last = cell(typed.length, meant.length)
  return { edits: last % UNIT, bits: Math.floor(last / UNIT) }
}
