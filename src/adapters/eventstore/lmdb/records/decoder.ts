// Reads events in the compact form.
import type { Meta } from '../../../../kernel/envelope.js'
import { readNumber } from '../../../lmdb/bytes.js'
import type { Entry } from './dictionary.js'
import type { Content } from './encoder.js'
import * as tag from './tags.js'
import { readUuid } from './texts.js'

/** An event as its record has it, without its position. */
export interface Decoded extends Content {
  readonly revision: number
  /** Milliseconds since the epoch. */
  readonly time: number
}

/** An object with members in order; copies have its hidden class, which makes them fast to create and to read. */
type Template = Record<string, unknown>

/** Methods of Buffer that also read plain Uint8Arrays, which lmdb may return. */
const { latin1Slice, utf8Slice, hexSlice, base64urlSlice } = Buffer.prototype as unknown as Record<
  'latin1Slice' | 'utf8Slice' | 'hexSlice' | 'base64urlSlice',
  (this: Uint8Array, start: number, end: number) => string
>

interface Entries {
  /** An entry that is in memory. */
  known(id: number): Entry | undefined
  /** Reads an entry. @throws Error when it is missing */
  read(id: number): Entry
}

export function createDecoder(entries: Entries) {
  let source!: Uint8Array
  let at = 0
  let uuids = 0
  const known: string[] = new Array(tag.SAME_UUIDS)
  const templates = new WeakMap<object, Template>()
  const doubles = new DataView(new ArrayBuffer(8))

  function varint(): number {
    let byte = source[at++]!
    let value = byte & 0x7f
    for (let factor = 0x80; byte & 0x80; factor *= 0x80) {
      byte = source[at++]!
      value += (byte & 0x7f) * factor
    }
    return value
  }

  function slice(read: (this: Uint8Array, start: number, end: number) => string, length: number): string {
    at += length
    return read.call(source, at - length, at)
  }

  function time(): number {
    at += tag.TIME_BYTES
    return readNumber(source, at - tag.TIME_BYTES)
  }

  function double(): number {
    for (let index = 0; index < 8; index++) doubles.setUint8(index, source[at++]!)
    return doubles.getFloat64(0, true)
  }

  function newUuid(): string {
    const uuid = readUuid(source, at)
    at += 16
    if (uuids < tag.SAME_UUIDS) known[uuids++] = uuid
    return uuid
  }

  function array(): unknown[] {
    const length = varint()
    // Only in a damaged record, which is decoded for its type and stream.
    if (length > source.length) throw new RangeError('longer than its record')
    const items: unknown[] = new Array(length)
    for (let index = 0; index < length; index++) items[index] = value()
    return items
  }

  /** An object whose names are in the record. */
  function object(): object {
    const made = {}
    for (let left = varint(); left > 0; left--) {
      const name = value() as string
      // Assigning `__proto__` would set the prototype.
      Object.defineProperty(made, name, { value: value(), writable: true, enumerable: true, configurable: true })
    }
    return made
  }

  function shaped(names: readonly string[]): object {
    let template = templates.get(names)
    if (!template) {
      template = Object.fromEntries(names.map((name) => [name, undefined]))
      templates.set(names, template)
    }
    const made = { ...template }
    for (let index = 0; index < names.length; index++) made[names[index]!] = value()
    return made
  }

  function entry(id: number): Entry {
    const known = entries.known(id)
    if (known !== undefined) return known
    // The record may lie in a buffer into which lmdb reads the entry.
    source = Uint8Array.prototype.slice.call(source, 0, source.length)
    return entries.read(id)
  }

  function referred(high: number): unknown {
    const found = entry(((high & 0x7f) << 8) | source[at++]!)
    if (typeof found === 'string') return found
    return 'before' in found ? `${found.before}${value()}${found.after}` : shaped(found)
  }

  function value(): unknown {
    const form = source[at++]!
    if (form < tag.SMALL_INTEGERS) return form
    if (form >= tag.REFERENCE) return referred(form)
    if (form >= tag.SAME_UUID) return known[form - tag.SAME_UUID]
    if (form <= tag.SHORT_TEXT + tag.SHORT_TEXT_LENGTH) return slice(latin1Slice, form - tag.SHORT_TEXT)
    switch (form) {
      case tag.ABSENT:
        return undefined
      case tag.NULL:
        return null
      case tag.FALSE:
        return false
      case tag.TRUE:
        return true
      case tag.POSITIVE:
        return varint()
      case tag.NEGATIVE:
        return -1 - varint()
      case tag.DOUBLE:
        return double()
      case tag.TEXT:
        return slice(utf8Slice, varint())
      case tag.ESCAPED_TEXT:
        return JSON.parse(slice(utf8Slice, varint()))
      case tag.UUID:
        return newUuid()
      case tag.HEX:
        return slice(hexSlice, varint())
      case tag.BASE64URL:
        return slice(base64urlSlice, varint()) + (value() as string)
      case tag.ARRAY:
        return array()
      case tag.OBJECT:
        return object()
      case tag.TIME:
        return new Date(time()).toISOString()
      default:
        throw new Error(`unknown form ${form}`)
    }
  }

  /**
   * Decodes a record whose checksum is right.
   * @throws Error when the dictionary lacks an entry, or a later release wrote the record
   */
  function decode(record: Uint8Array): Decoded {
    source = record
    uuids = 0
    at = 1
    const type = value() as string
    const id = value() as string
    const stream = value() as string
    const data = value()
    const meta = value() as Meta
    const revision = varint()
    return { type, id, stream, data, meta, revision, time: time() }
  }

  /** The type of a record. */
  function typeOf(record: Uint8Array): unknown {
    source = record
    at = 1
    return value()
  }

  return { decode, typeOf }
}
