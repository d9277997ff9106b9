import { isUtf8 } from 'node:buffer'

const NONE = Buffer.alloc(0)

/** Tells whether content that comes in pieces is UTF-8 as a whole. */
export function createUtf8Check() {
  let valid = true
  /** A character that the next piece has to complete. */
  let begun: Uint8Array = NONE

  return {
    /** Whether it was UTF-8 so far. */
    push(piece: Uint8Array): boolean {
      const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
      const end = bytes.length - unfinished(bytes)
      begun = bytes.subarray(end)
      valid &&= isUtf8(bytes.subarray(0, end))
      return valid
    },
    end: (): boolean => valid && begun.length === 0,
  }
}

/** How many bytes at the end begin a character of more bytes than there are (RFC 3629 section 3). */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0
  }
  return 0
}

const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
