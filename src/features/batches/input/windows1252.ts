/** Characters for bytes 0x80 to 0x9f (WHATWG Encoding, index windows-1252); all other bytes are as in Latin-1. */
const HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Implemented here because TextDecoder of Node.js 20.18.3 and later decodes these bytes as control characters
 * (nodejs/node#56542).
 */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (char) => HIGH[char.charCodeAt(0) - 0x80]!)
