// How far apart two names are, by likely typing mistakes.

/** The edit distance between a typed text and the intended one. */
interface Slip {
  /** Number of edits: a character omitted, inserted or replaced, or two adjacent ones swapped. */
  readonly edits: number
  /** Weighted number of edits: an unlikely typing mistake counts twice. */
  readonly cost: number
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Horizontal offset of a row of keys from the row above, in key widths. */
const SHIFT = 0.4

const KEY_POSITIONS = new Map(
  ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y * SHIFT, y }] as const)),
)

/** Whether two keys are adjacent on a QWERTY keyboard. */
function areNeighbours(a: string, b: string): boolean {
  const p = KEY_POSITIONS.get(a)
  const q = KEY_POSITIONS.get(b)
  return p !== undefined && q !== undefined && Math.abs(p.y - q.y) <= 1 && Math.abs(p.x - q.x) < 1.2
}

/** Whether two keys are adjacent in the same row of the keyboard. */
export function areSideBySide(a: string, b: string): boolean {
  return areNeighbours(a, b) && KEY_POSITIONS.get(a)?.y === KEY_POSITIONS.get(b)?.y
}

const VOWELS = 'aeiou'
const LOOK_ALIKES = ['0o', '1il', 'ij', 'uv']

const isConfused = (a: string, b: string) =>
  (VOWELS.includes(a) && VOWELS.includes(b)) || LOOK_ALIKES.some((set) => set.includes(a) && set.includes(b))

/**
 * The cost of a replaced character: `at` is where `meant` was intended. Low for a likely mistake or a key pressed
 * twice.
 */
function replaced(typed: string, at: number, meant: string): number {
  const key = typed.charAt(at)
  return areNeighbours(key, meant) || isConfused(key, meant) || key === typed.charAt(at - 1) ? 1 : 2
}

/** The cost of an inserted character: low if it repeats a nearby one, or is adjacent to the key before or after. */
function added(typed: string, at: number): number {
  const key = typed.charAt(at)
  for (const near of [at - 3, at - 2, at - 1, at + 1, at + 2, at + 3]) if (typed.charAt(near) === key) return 1
  return areNeighbours(key, typed.charAt(at - 1)) || areNeighbours(key, typed.charAt(at + 1)) ? 1 : 2
}

// A cell combines cost and edits in one number, so that comparing numbers compares cost first, then edits.
const COST_UNIT = 256
const edit = (cost: number) => cost * COST_UNIT + 1

/**
 * Optimal string alignment distance between the typed and the intended text, weighted by how likely each typing mistake
 * is. Quadratic: the caller must bound the lengths.
 */
export function distance(typed: string, meant: string): Slip {
  const width = meant.length + 1
  const cells = new Uint32Array((typed.length + 1) * width)
  const cell = (i: number, j: number) => cells[i * width + j] ?? 0
  for (let i = 0; i <= typed.length; i += 1) {
    const extra = i === 0 ? 0 : edit(added(typed, i - 1))
    for (let j = i === 0 ? 1 : 0; j <= meant.length; j += 1) {
      const [a, b] = [typed.charAt(i - 1), meant.charAt(j - 1)]
      let min = Number.POSITIVE_INFINITY
      if (i > 0) min = cell(i - 1, j) + extra
      if (j > 0) min = Math.min(min, cell(i, j - 1) + edit(1))
      if (i > 0 && j > 0) min = Math.min(min, cell(i - 1, j - 1) + (a === b ? 0 : edit(replaced(typed, i - 1, b))))
      if (i > 1 && j > 1 && a !== b && a === meant.charAt(j - 2) && b === typed.charAt(i - 2))
        min = Math.min(min, cell(i - 2, j - 2) + edit(1))
      cells[i * width + j] = min
    }
  }
  const last = cell(typed.length, meant.length)
  return { edits: last % COST_UNIT, cost: Math.floor(last / COST_UNIT) }
}
