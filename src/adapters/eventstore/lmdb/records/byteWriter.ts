// Writes the parts of a compact record into a buffer that grows.
import { writeNumber } from '../../../lmdb/bytes.js'
import * as tag from './tags.js'
import { writeUuid } from './texts.js'
import { writeVarint } from './varint.js'

/** Every method but those with text writes less. */
const MARGIN = 32
/** UTF-8 and JSON take at most this much per UTF-16 code unit. */
const BYTES_PER_UNIT = 6

export function createByteWriter() {
  let target = Buffer.allocUnsafeSlow(64 * 1024)
  let at = 0
  let uuids = 0
  const knownUuids: string[] = new Array(tag.SAME_UUIDS).fill('')

  function reserve(bytes: number): void {
    if (at + bytes + MARGIN <= target.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(target.length * 2, at + bytes + MARGIN))
    target.copy(larger, 0, 0, at)
    target = larger
  }

  return {
    start(): void {
      at = 0
      uuids = 0
    },
    byte(value: number): void {
      reserve(0)
      target[at++] = value
    },
    varint(value: number): void {
      reserve(0)
      at = writeVarint(value, target, at)
    },
    double(value: number): void {
      reserve(0)
      at = target.writeDoubleLE(value, at)
    },
    time(milliseconds: number): void {
      reserve(0)
      at = writeNumber(milliseconds, target, at)
    },
    reference(id: number): void {
      reserve(0)
      target[at++] = tag.REFERENCE | (id >>> 8)
      target[at++] = id & 0xff
    },
    /** Writes a UUID, or refers to it. @returns false, and writes nothing, if the text is none */
    uuid(text: string): boolean {
      reserve(0)
      for (let index = 0; index < uuids; index++) {
        if (knownUuids[index] !== text) continue
        target[at++] = tag.SAME_UUID + index
        return true
      }
      if (!writeUuid(text, target, at + 1)) return false
      if (uuids < tag.SAME_UUIDS) knownUuids[uuids++] = text
      target[at] = tag.UUID
      at += 17
      return true
    },
    /** Length and bytes of text. */
    encoded(form: number, text: string, encoding: 'utf8' | 'hex' | 'base64url', bytes: number): void {
      reserve(text.length * BYTES_PER_UNIT)
      target[at++] = form
      at = writeVarint(bytes, target, at)
      at += target.write(text, at, bytes, encoding)
    },
    /** ASCII text of at most SHORT_TEXT_LENGTH characters. */
    shortText(text: string): void {
      reserve(text.length)
      target[at++] = tag.SHORT_TEXT + text.length
      for (let index = 0; index < text.length; index++) target[at++] = text.charCodeAt(index)
    },
    /** A copy of what was written, with room for more bytes at its end. */
    end(room: number): Buffer {
      const bytes = Buffer.allocUnsafe(at + room)
      target.copy(bytes, 0, 0, at)
      return bytes
    },
  }
}

export type ByteWriter = ReturnType<typeof createByteWriter>
