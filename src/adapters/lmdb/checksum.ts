// Checksums at the end of values: CRC-32 (IEEE 802.3), little-endian.
import { crc32 } from 'node:zlib'

export const CHECKSUM_BYTES = 4

/** @param place what the value belongs to, so that a value in another place is noticed, too: an unsigned 32-bit number */
export function writeChecksum(bytes: Uint8Array, end: number, place: number): number {
  const sum = crc32(bytes.subarray(0, end), place)
  bytes[end] = sum
  bytes[end + 1] = sum >>> 8
  bytes[end + 2] = sum >>> 16
  bytes[end + 3] = sum >>> 24
  return end + CHECKSUM_BYTES
}

/** Whether a value ends with its checksum. */
export function hasChecksum(bytes: Uint8Array, length: number, place: number): boolean {
  const end = length - CHECKSUM_BYTES
  if (end < 1) return false
  const sum = bytes[end]! | (bytes[end + 1]! << 8) | (bytes[end + 2]! << 16) | (bytes[end + 3]! << 24)
  return crc32(bytes.subarray(0, end), place) === sum >>> 0
}

/** A value with its checksum. */
function checkedBytes(content: Uint8Array, place: number): Buffer {
  const bytes = Buffer.allocUnsafe(content.length + CHECKSUM_BYTES)
  bytes.set(content)
  writeChecksum(bytes, content.length, place)
  return bytes
}

/** The content of a value with a checksum; undefined if it is damaged. */
const checkedContent = (bytes: Uint8Array, place: number): Buffer | undefined =>
  hasChecksum(bytes, bytes.length, place) ? Buffer.from(bytes.subarray(0, bytes.length - CHECKSUM_BYTES)) : undefined

/** A value as JSON with its checksum. */
export const checkedJson = (value: unknown, place: number): Buffer =>
  checkedBytes(Buffer.from(JSON.stringify(value)), place)

/** The value in such JSON; undefined if it is damaged. */
export function jsonIn<T>(bytes: Uint8Array, place: number): T | undefined {
  const content = checkedContent(bytes, place)
  return content && JSON.parse(content.toString('utf8'))
}
