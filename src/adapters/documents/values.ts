// Values of indexed members as bytes that sort in the order of the port.
import type { IndexValue } from '../../kernel/ports/documentStore.js'
import { boundedTextBytes, isPlainText } from '../lmdb/bytes.js'

/** Longer ids sort by their first 1,467 bytes, then by hash. */
const MAX_ID_BYTES = 1_500
/** Longer text in an index sorts by its first 223 bytes, then by hash. */
const MAX_VALUE_BYTES = 256

const END = Buffer.of(0)
const NUMBER = 0x10
const STRING = 0x20
const BOOLEAN = 0x30

export const idBytes = (id: string): Buffer => boundedTextBytes(id, MAX_ID_BYTES)

/** Whether `idBytes` of an id is its UTF-8. */
export const isPlainId = (id: string): boolean => isPlainText(id, MAX_ID_BYTES)

/**
 * Encodes a value as bytes that sort as values do: numbers before text before booleans, text by code point, false before
 * true. No encoding is a prefix of another, so that concatenated values of several members sort, too.
 */
export function valueBytes(value: IndexValue): Buffer {
  switch (typeof value) {
    case 'number':
      return numberBytes(value)
    case 'boolean':
      return Buffer.of(BOOLEAN + Number(value))
    case 'string':
      return Buffer.concat([Buffer.of(STRING), withoutZeros(boundedTextBytes(value, MAX_VALUE_BYTES)), END])
  }
}

/** The text whose UTF-8 is `valueBytes` of the value, to build a key in one step; undefined if no such text exists. */
export const valueText = (value: IndexValue): string | undefined =>
  typeof value === 'string' && isPlainText(value, MAX_VALUE_BYTES) && !value.includes('\0')
    ? `${String.fromCharCode(STRING)}${value}\0`
    : undefined

/** IEEE 754 with the sign bit flipped, or all bits if negative, sorts as numbers do; -0 is 0. */
function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9)
  bytes[0] = NUMBER
  bytes.writeDoubleBE(value + 0, 1)
  if (bytes[1]! & 0x80) for (let index = 1; index < 9; index++) bytes[index] = ~bytes[index]!
  else bytes[1]! |= 0x80
  return bytes
}

/** A zero inside text becomes 0x00 0xff, so that the terminating 0x00 sorts before any continuation. */
function withoutZeros(bytes: Buffer): Buffer {
  if (!bytes.includes(0)) return bytes
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0 ? [0, 0xff] : [byte])))
}

/** Bounds of the values of the same type: `from` inclusive, `to` exclusive. */
export function bracketOf(value: IndexValue): { readonly from: Buffer; readonly to: Buffer } {
  switch (typeof value) {
    case 'number':
      return { from: Buffer.of(NUMBER), to: Buffer.of(NUMBER + 1) }
    case 'string':
      return { from: Buffer.of(STRING), to: Buffer.of(STRING + 1) }
    case 'boolean':
      return { from: Buffer.of(BOOLEAN), to: Buffer.of(BOOLEAN + 2) }
  }
}
