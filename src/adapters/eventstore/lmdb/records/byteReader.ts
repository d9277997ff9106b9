// Reads the parts of a compact record.
import { readNumber } from '../../../lmdb/bytes.js'
import * as tag from './tags.js'
import { readUuid } from './texts.js'

type Slice = (this: Uint8Array, start: number, end: number) => string

/** Methods of Buffer that also read plain Uint8Arrays, which lmdb may return. */
export const { latin1Slice, utf8Slice, hexSlice, base64urlSlice } = Buffer.prototype as unknown as Record<
  'latin1Slice' | 'utf8Slice' | 'hexSlice' | 'base64urlSlice',
  Slice
>

export function createByteReader() {
  let source!: Uint8Array
  let at = 0
  let uuids = 0
  const known: string[] = new Array(tag.SAME_UUIDS)
  const doubles = new DataView(new ArrayBuffer(8))

  return {
    start(record: Uint8Array): void {
      source = record
      uuids = 0
      at = 1
    },
    length: (): number => source.length,
    record: (): Uint8Array => source,
    /** The record may lie in a buffer that the next read from lmdb overwrites. */
    keep(): void {
      source = Uint8Array.prototype.slice.call(source, 0, source.length)
    },
    byte: (): number => source[at++]!,
    varint(): number {
      let byte = source[at++]!
      let value = byte & 0x7f
      for (let factor = 0x80; byte & 0x80; factor *= 0x80) {
        byte = source[at++]!
        value += (byte & 0x7f) * factor
      }
      return value
    },
    time(): number {
      at += tag.TIME_BYTES
      return readNumber(source, at - tag.TIME_BYTES)
    },
    double(): number {
      for (let index = 0; index < 8; index++) doubles.setUint8(index, source[at++]!)
      return doubles.getFloat64(0, true)
    },
    text(slice: Slice, length: number): string {
      at += length
      return slice.call(source, at - length, at)
    },
    uuid(): string {
      const uuid = readUuid(source, at)
      at += 16
      if (uuids < tag.SAME_UUIDS) known[uuids++] = uuid
      return uuid
    },
    /** A UUID that was read before. */
    sameUuid: (index: number): string => known[index]!,
  }
}
