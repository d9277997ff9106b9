// Recognises texts that take less space as bytes, and converts UUIDs to bytes and back.

const DASH = 0x2d
export const UUID_LENGTH = 36
/** Where the digits of each byte of a UUID start in its text. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const
const TIME_LENGTH = 24
const MAX_TIME = 2 ** 48
const BASE64URL = /^[A-Za-z0-9_-]+$/
const HEX = /^(?:[0-9a-f]{2})+$/
/** Shorter texts gain little. */
const MIN_BINARY_LENGTH = 16

/** Values of lower-case hexadecimal digits by character code; 0xff for every other character. */
const DIGITS = new Uint8Array(128).fill(0xff)
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit

/** Writes a UUID in lower case as 16 bytes. @returns false if the text is none */
export function writeUuid(text: string, target: Uint8Array, start: number): boolean {
  if (text.length !== UUID_LENGTH || text.charCodeAt(8) !== DASH || text.charCodeAt(13) !== DASH) return false
  if (text.charCodeAt(18) !== DASH || text.charCodeAt(23) !== DASH) return false
  for (let byte = 0; byte < 16; byte++) {
    const at = UUID_DIGITS[byte]!
    const high = DIGITS[text.charCodeAt(at)]
    const low = DIGITS[text.charCodeAt(at + 1)]
    if (high === undefined || low === undefined || (high | low) > 15) return false
    target[start + byte] = (high << 4) | low
  }
  return true
}

const ignored = new Uint8Array(16)

export const isUuid = (text: string): boolean => writeUuid(text, ignored, 0)

/** The two digits of each byte, as character codes. */
const CODES = Uint8Array.from({ length: 512 }, (_, index) =>
  ((index & 1 ? index >> 1 : index >> 5) & 15).toString(16).charCodeAt(0),
)
const uuidText = Buffer.alloc(UUID_LENGTH, '-')

/** Reads a UUID from 16 bytes. Its text is made in one piece: joined parts would cost the garbage collector ten times as much. */
export function readUuid(source: Uint8Array, start: number): string {
  for (let byte = 0; byte < 16; byte++) {
    const at = UUID_DIGITS[byte]!
    const code = source[start + byte]! << 1
    uuidText[at] = CODES[code]!
    uuidText[at + 1] = CODES[code + 1]!
  }
  return uuidText.toString('latin1')
}

/** Milliseconds of a time as JavaScript writes it; undefined if the text is none. */
export function timeOf(text: string): number | undefined {
  if (text.length !== TIME_LENGTH || text.charCodeAt(10) !== 0x54 || text.charCodeAt(23) !== 0x5a) return undefined
  const time = Date.parse(text)
  return time >= 0 && time < MAX_TIME && new Date(time).toISOString() === text ? time : undefined
}

export const isHex = (text: string): boolean => text.length >= MIN_BINARY_LENGTH && HEX.test(text)

export const isBase64Url = (text: string): boolean => text.length >= MIN_BINARY_LENGTH && BASE64URL.test(text)

/** Whether all characters are ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}
