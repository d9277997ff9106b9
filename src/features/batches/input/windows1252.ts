/** Characters for bytes 0x80 to 0x9f (WHATWG Encoding, index windows-1252); all other bytes are as in Latin-1. */
const HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes bytes, given as Latin-1 text. Implemented here because TextDecoder of Node.js 20.18.3 and later decodes these
 * bytes as control characters (nodejs/node#56542).
 */
export const decodeWindows1252 = (bytes: string): string =>
  bytes.replace(/[\x80-\x9f]/g, (char) => HIGH[char.charCodeAt(0) - 0x80]!)

/** The inverse: bytes as Latin-1 text. A character that Windows-1252 does not have becomes a question mark. */
export const encodeWindows1252 = (text: string): string =>
  text.replace(/[\x80-\x9f\u0100-\uffff]/g, (char) => {
    const at = HIGH.indexOf(char)
    return at < 0 ? '?' : String.fromCharCode(0x80 + at)
  })
