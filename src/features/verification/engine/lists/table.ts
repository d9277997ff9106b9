// The compiled table of listed domains, and lookups in it.

/** An entry of the table that matches a name: the name itself or a parent of it. */
export interface Hit {
  /** Index in the name at which the entry starts; 0 if the entry is the whole name. */
  readonly start: number
  /** The codes of the entry, one letter each. */
  readonly codes: string
}

interface Table {
  readonly size: number
  /** Every entry that is the name or a parent of it, the shortest first. Linear in the name's length. */
  find(name: string): readonly Hit[]
}

const NEWLINE = 10
const SPACE = 32
const DOT = 46
const NONE: readonly Hit[] = []

/**
 * An exact index over lines of `name codes`, which stay in their buffer: 170,000 names cost 1 MB of offsets instead of
 * 20 MB of strings. Names are hashed from their end, so that one pass over a name yields the hash of all its parents.
 *
 * @param bytes ASCII; each line ends with a line feed
 * @param from where the first line starts
 */
export function createTable(bytes: Buffer, from: number): Table {
  // Lines have at least six bytes and seventeen on average, so about a third of the slots are used and probing is
  // short.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2((bytes.length - from) / 6 + 2)))
  const mask = slots.length - 1
  const size = fill(bytes, from, slots, mask)

  function lineOf(name: string, start: number, hash: number): number {
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const line = (slots[slot] ?? 0) - 1
      if (line < 0) return -1
      if (startsWith(bytes, line, name, start)) return line
    }
  }

  return {
    size,
    find(name) {
      let hits: Hit[] | undefined
      let hash = SEED
      for (let i = name.length - 1; i >= 0; i -= 1) {
        hash = step(hash, name.charCodeAt(i))
        if (i > 0 && name.charCodeAt(i - 1) !== DOT) continue
        const line = lineOf(name, i, hash)
        if (line < 0) continue
        hits ??= []
        hits.push({ start: i, codes: codesOf(bytes, line + name.length - i + 1) })
      }
      return hits ?? NONE
    },
  }
}

// FNV-1a over 32 bits.
const SEED = 0x811c9dc5
const step = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)
const spread = (hash: number) => hash ^ (hash >>> 15)

/**
 * Inserts every line, in one pass from the end, because names are hashed from their end.
 * @returns the number of lines
 */
function fill(bytes: Buffer, from: number, slots: Uint32Array, mask: number): number {
  if (bytes.length > from && bytes[bytes.length - 1] !== NEWLINE) throw new Error('The list file is truncated')
  let lines = 0
  let i = bytes.length - 2
  while (i >= from) {
    while (i >= from && bytes[i] !== SPACE) i -= 1
    let hash = SEED
    for (i -= 1; i >= from && bytes[i] !== NEWLINE; i -= 1) hash = step(hash, bytes[i] ?? 0)
    let slot = spread(hash) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = i + 2
    lines += 1
    i -= 1
  }
  return lines
}

function startsWith(bytes: Buffer, line: number, name: string, start: number): boolean {
  const length = name.length - start
  if (bytes[line + length] !== SPACE) return false
  for (let i = 0; i < length; i += 1) if (bytes[line + i] !== name.charCodeAt(start + i)) return false
  return true
}

function codesOf(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, bytes.indexOf(NEWLINE, at))
}
