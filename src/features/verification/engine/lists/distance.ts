/** How far a text is from the one that was probably meant. */
export interface Slip {
  /** Edits: a character left out, put in or replaced, or two neighbours swapped. */
  readonly edits: number
  /** Edits, where one that fingers seldom make counts twice. */
  readonly cost: number
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** A row of keys stands about this much further right than the one above it. */
const SHIFT = 0.4

const places = new Map(ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y * SHIFT, y }] as const)))

/** Whether two letters touch each other on a QWERTY keyboard. */
function areNeighbours(a: string, b: string): boolean {
  const p = places.get(a)
  const q = places.get(b)
  return p !== undefined && q !== undefined && Math.abs(p.y - q.y) <= 1 && Math.abs(p.x - q.x) < 1.2
}

/** Whether two letters are neighbours in one row of the keyboard. */
export function areSideBySide(a: string, b: string): boolean {
  return areNeighbours(a, b) && places.get(a)?.y === places.get(b)?.y
}

const VOWELS = 'aeiou'
const LOOK_ALIKES = ['0o', '1il', 'ij', 'uv']

const isConfused = (a: string, b: string) =>
  (VOWELS.includes(a) && VOWELS.includes(b)) || LOOK_ALIKES.some((set) => set.includes(a) && set.includes(b))

/** The cost of the key at `at` where `meant` belongs: small for a likely mistake, or a key struck twice. */
function replaced(typed: string, at: number, meant: string): number {
  const key = typed.charAt(at)
  return areNeighbours(key, meant) || isConfused(key, meant) || key === typed.charAt(at - 1) ? 1 : 2
}

/** The cost of a character too many: small for an echo of one near by, or a neighbour of the key before or after. */
function added(typed: string, at: number): number {
  const key = typed.charAt(at)
  for (const near of [at - 3, at - 2, at - 1, at + 1, at + 2, at + 3]) if (typed.charAt(near) === key) return 1
  return areNeighbours(key, typed.charAt(at - 1)) || areNeighbours(key, typed.charAt(at + 1)) ? 1 : 2
}

// A cell holds cost and edits in one number, so that the smaller number is the cheaper alignment, then the shorter.
const COST = 256
const edit = (cost: number) => cost * COST + 1

/**
 * Optimal string alignment of what was typed with what may have been meant, weighed by how likely a finger makes each
 * edit. Quadratic: the caller bounds the lengths.
 */
export function distance(typed: string, meant: string): Slip {
  const width = meant.length + 1
  const cells = new Uint32Array((typed.length + 1) * width)
  const cell = (i: number, j: number) => cells[i * width + j] ?? 0
  for (let i = 0; i <= typed.length; i += 1) {
    const extra = i === 0 ? 0 : edit(added(typed, i - 1))
    for (let j = i === 0 ? 1 : 0; j <= meant.length; j += 1) {
      const [a, b] = [typed.charAt(i - 1), meant.charAt(j - 1)]
      let least = Number.POSITIVE_INFINITY
      if (i > 0) least = cell(i - 1, j) + extra
      if (j > 0) least = Math.min(least, cell(i, j - 1) + edit(1))
      if (i > 0 && j > 0) least = Math.min(least, cell(i - 1, j - 1) + (a === b ? 0 : edit(replaced(typed, i - 1, b))))
      if (i > 1 && j > 1 && a !== b && a === meant.charAt(j - 2) && b === typed.charAt(i - 2))
        least = Math.min(least, cell(i - 2, j - 2) + edit(1))
      cells[i * width + j] = least
    }
  }
  const last = cell(typed.length, meant.length)
  return { edits: last % COST, cost: Math.floor(last / COST) }
}
