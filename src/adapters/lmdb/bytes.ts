// Numbers and texts as bytes of LMDB keys.
import { createHash } from 'node:crypto'

/** Numbers in keys and values are 48 bits, big-endian, so that they sort: enough for 2.8 × 10¹⁴ events. */
export const NUMBER_BYTES = 6

export const MAX_NUMBER = 2 ** 48 - 1

export function writeNumber(value: number, target: Uint8Array, start: number): number {
  const high = Math.floor(value / 0x1_0000_0000)
  const low = value >>> 0
  target[start] = high >>> 8
  target[start + 1] = high
  target[start + 2] = low >>> 24
  target[start + 3] = low >>> 16
  target[start + 4] = low >>> 8
  target[start + 5] = low
  return start + NUMBER_BYTES
}

export function readNumber(source: Uint8Array, start: number): number {
  const high = (source[start]! << 8) | source[start + 1]!
  const low = (source[start + 2]! << 24) | (source[start + 3]! << 16) | (source[start + 4]! << 8) | source[start + 5]!
  return high * 0x1_0000_0000 + (low >>> 0)
}

/**
 * Text as bytes that sort by code point. Differs from UTF-8 only in lone surrogates, which get three bytes each (as in
 * WTF-8) where UTF-8 would replace all of them by U+FFFD, so that different texts never share a key.
 */
function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  return isWellFormed(text) ? bytes : loneSurrogates(text)
}

/** Whether a text is certainly well-formed and short enough that `boundedTextBytes` is its UTF-8. */
export const isPlainText = (text: string, limit: number): boolean => text.length * 3 <= limit && isWellFormed(text)

/**
 * Like `textBytes`, but at most `limit` bytes: longer text is truncated and ends with its SHA-256, after a byte that text
 * never contains. Texts that are equal up to the truncation sort by hash.
 */
export function boundedTextBytes(text: string, limit: number): Buffer {
  const bytes = textBytes(text)
  if (bytes.length <= limit) return bytes
  const digest = createHash('sha256').update(bytes).digest()
  return Buffer.concat([bytes.subarray(0, limit - 1 - digest.length), Buffer.of(0xff), digest])
}

/** String.prototype.isWellFormed is in Node 20 but not in the ES2023 library types. */
export const isWellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed()

function loneSurrogates(text: string): Buffer {
  const parts: Buffer[] = []
  for (const point of text) {
    const code = point.codePointAt(0)!
    parts.push(
      code >= 0xd800 && code <= 0xdfff
        ? Buffer.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
        : Buffer.from(point, 'utf8'),
    )
  }
  return Buffer.concat(parts)
}
