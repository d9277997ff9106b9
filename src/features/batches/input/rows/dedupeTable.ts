// Finds repeated addresses of a list in little memory.
import { hash, randomBytes } from 'node:crypto'

/** Entries per block; the table grows by whole blocks, which are never copied. */
const BLOCK = 64 * 1024
/** 32-bit words per entry: 96 bits of hash, and the row with its flags. */
const WORDS = 4
/** Initial number of slots, a power of two. */
const INITIAL_SLOTS = 1024
/** Bits of an entry's last word that hold the row; the flags are above them. */
const ROW_BITS = 24
const MAX_ROW = 2 ** ROW_BITS - 1

/** A text that occurred before. */
export interface DedupeEntry {
  readonly row: number
  /** 8 bits. */
  readonly flags: number
  set(row: number, flags: number): void
}

/**
 * A hash table of texts and the row in which each first occurred. It needs 24 bytes per text; a Map of strings takes well
 * over a hundred.
 *
 * A text is identified by 96 bits of a SHA-256 that is keyed per table. Among a million different texts the probability
 * of a collision is 10^-17, and without the key an attacker cannot search for one, so hits are not confirmed.
 * @param digestOf replaced in tests
 */
export function createDedupeTable(digestOf: (text: string) => string = newDigest()) {
  const blocks: Uint32Array[] = []
  let size = 0
  /** 1-based entry numbers by hash; 0 = free. Open addressing, load factor at most 3/4. */
  let slots = new Uint32Array(INITIAL_SLOTS)

  /** The slot of the entry with this hash, or the free slot where it would be inserted. */
  function slotOf(one: number, two: number, three: number): number {
    const mask = slots.length - 1
    let slot = one & mask
    for (;;) {
      const entry = slots[slot]!
      if (entry === 0) return slot
      const block = blockOf(entry - 1)
      const at = wordIndexOf(entry - 1)
      if (block[at] === one && block[at + 1] === two && block[at + 2] === three) return slot
      slot = (slot + 1) & mask
    }
  }

  const blockOf = (entry: number): Uint32Array => blocks[Math.floor(entry / BLOCK)]!
  const wordIndexOf = (entry: number): number => (entry % BLOCK) * WORDS

  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let entry = 0; entry < size; entry++) {
      let slot = blockOf(entry)[wordIndexOf(entry)]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = entry + 1
    }
  }

  function add(slot: number, one: number, two: number, three: number, row: number): void {
    if (size % BLOCK === 0) blocks.push(new Uint32Array(BLOCK * WORDS))
    const block = blockOf(size)
    const at = wordIndexOf(size)
    block[at] = one
    block[at + 1] = two
    block[at + 2] = three
    block[at + 3] = row
    slots[slot] = ++size
    if (size * 4 > slots.length * 3) grow()
  }

  return {
    /**
     * @param flags kept beside the row of a new text
     * @returns the entry of this text; undefined for a new text, which is then added
     */
    seen(text: string, row: number, flags = 0): DedupeEntry | undefined {
      const digest = digestOf(text)
      const [one, two, three] = [wordOf(digest, 0), wordOf(digest, 4), wordOf(digest, 8)]
      const slot = slotOf(one, two, three)
      const entry = slots[slot]!
      if (entry !== 0) return entryOf(entry - 1)
      add(slot, one, two, three, row | (flags << ROW_BITS))
      return undefined
    },
    size: () => size,
  }

  function entryOf(entry: number): DedupeEntry {
    const block = blockOf(entry)
    const at = wordIndexOf(entry) + 3
    return {
      row: block[at]! & MAX_ROW,
      flags: block[at]! >>> ROW_BITS,
      set: (row, flags) => {
        block[at] = row | (flags << ROW_BITS)
      },
    }
  }
}

/** A hash function with a random key. Digests are strings of at least 12 Latin-1 characters. */
function newDigest(): (text: string) => string {
  const key = randomBytes(16).toString('hex')
  // As JSON, because `hash` encodes as UTF-8, which maps all lone surrogates to the same bytes.
  return (text) => hash('sha256', key + JSON.stringify(text), 'binary')
}

/** Four Latin-1 characters as a 32-bit number. */
const wordOf = (text: string, at: number): number =>
  (text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)) >>>
  0
