import { hash, randomBytes } from 'node:crypto'

/** Entries of a block: blocks are added, never copied. */
const BLOCK = 64 * 1024
/** 32-bit words of an entry: 96 bits of hash, and the row. */
const WORDS = 4
/** Slots to begin with, a power of two. */
const SLOTS = 1024

/**
 * Remembers which texts were seen, and where first: 24 bytes each, where a Map of strings takes well over a hundred.
 *
 * A text is known by 96 bits of SHA-256 under a key of this table's own. Among a million texts two that differ agree in
 * them with a probability of 10^-17, and nobody can look for such a pair without the key: hence hits are not confirmed.
 * @param digestOf for tests
 */
export function createDedupeTable(digestOf: (text: string) => string = newDigest()) {
  const blocks: Uint32Array[] = []
  let size = 0
  /** Numbers of entries, from 1, by hash; 0 = free. Open addressing, at most 3 of 4 in use. */
  let slots = new Uint32Array(SLOTS)

  /** Where the entry with this hash is, or would be. */
  function slotOf(one: number, two: number, three: number): number {
    const mask = slots.length - 1
    let slot = one & mask
    for (;;) {
      const entry = slots[slot]!
      if (entry === 0) return slot
      const block = blockOf(entry - 1)
      const at = placeOf(entry - 1)
      if (block[at] === one && block[at + 1] === two && block[at + 2] === three) return slot
      slot = (slot + 1) & mask
    }
  }

  const blockOf = (entry: number): Uint32Array => blocks[Math.floor(entry / BLOCK)]!
  const placeOf = (entry: number): number => (entry % BLOCK) * WORDS

  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let entry = 0; entry < size; entry++) {
      let slot = blockOf(entry)[placeOf(entry)]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = entry + 1
    }
  }

  function add(slot: number, one: number, two: number, three: number, row: number): void {
    if (size % BLOCK === 0) blocks.push(new Uint32Array(BLOCK * WORDS))
    const block = blockOf(size)
    const at = placeOf(size)
    block[at] = one
    block[at + 1] = two
    block[at + 2] = three
    block[at + 3] = row
    slots[slot] = ++size
    if (size * 4 > slots.length * 3) grow()
  }

  return {
    /** The row where this text stood first; undefined, and remembered, when this is it. */
    seen(text: string, row: number): number | undefined {
      const digest = digestOf(text)
      const [one, two, three] = [wordOf(digest, 0), wordOf(digest, 4), wordOf(digest, 8)]
      const slot = slotOf(one, two, three)
      const entry = slots[slot]!
      if (entry !== 0) return blockOf(entry - 1)[placeOf(entry - 1) + 3]
      add(slot, one, two, three, row)
      return undefined
    },
    size: () => size,
  }
}

/** Digests, 12 characters of Latin-1 or more, under a key that nobody knows. */
function newDigest(): (text: string) => string {
  const key = randomBytes(16).toString('hex')
  // As JSON, because half a surrogate pair would be hashed like any other.
  return (text) => hash('sha256', key + JSON.stringify(text), 'binary')
}

/** Four characters of Latin-1 as a number of 32 bits. */
const wordOf = (text: string, at: number): number =>
  (text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)) >>>
  0
